import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it.each([
  'https://hooks.example/a?b=c',
  'http://127.0.0.1:9000/',
  'http://localhost:9000',
  'http://[::1]:9000/x',
])('alerts can be sent to %s', (url) => {
  expect(readConfig({ ALERT_WEBHOOK_URL: url }, false).ALERT_WEBHOOK_URL).toBe(url);
});

it.each([
  ['http://hooks.example/', 'must be an https URL, or an http URL of this machine'],
  ['ftp://127.0.0.1/', 'must be an http or https URL'],
  ['https://user:password@hooks.example/', 'must not contain credentials'],
])('alerts are never sent to %s', (url, problem) => {
  expect(() => readConfig({ ALERT_WEBHOOK_URL: url }, false)).toThrow(`ALERT_WEBHOOK_URL: ${problem}`);
});

it('wants a secret that is hard to guess', () => {
  expect(() => readConfig({ ALERT_WEBHOOK_SECRET: 'short' }, false)).toThrow('at least 16 characters');
});
