import { expect, it } from 'vitest';
import { detectBrowser } from './user-agent.ts';

it.each([
  [
    'Edge 126 on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
  ],
  [
    'Edge 126 on iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) Version/17.0 EdgiOS/126.0 Mobile/15E148 Safari/605.1',
  ],
  ['Safari 17 on iOS', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) Version/17.5 Mobile/15E148 Safari/604.1'],
  [
    'Safari 17 on iPadOS or macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15',
  ],
  [
    'Chrome 126 on iPadOS or macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) CriOS/126 Version/11.1.1 Safari/605.1.15',
  ],
  ['Chrome 126 on macOS', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/126.0.0.0 Safari/537.36'],
  ['Safari 17 on iPadOS', 'Mozilla/5.0 (iPad; CPU OS 17_5) Version/17.5 Mobile/15E148 Safari/604.1'],
  ['Firefox 127 on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0'],
  ['Chrome 126 on ChromeOS', 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/126.0.0.0 Safari/537.36'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', ''],
])('says %j', (words, userAgent) => {
  expect(detectBrowser(userAgent)).toBe(words);
});
