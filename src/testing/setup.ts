import './react-timeline.ts';
import * as react from 'react';
import { afterAll, afterEach, beforeEach, vi, type MockInstance } from 'vitest';
import { commands, page } from 'vitest/browser';
import { resetConsole } from './reset-console.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    recordFile(): Promise<void>;
  }
}

afterAll(() => commands.recordFile());

// React's development build also records a stack trace for each element that it creates. That only makes its warnings
// longer, and takes about a tenth of the CPU time of page tests.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
Object.defineProperty(Reflect.get(react, internals), 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set() {},
});

// React reports misuse, such as duplicate keys, only in development.
let reported: MockInstance<typeof console.error>;
beforeEach(() => {
  reported = vi.spyOn(console, 'error').mockClear();
});
afterEach(async () => {
  await resetConsole();
  if (innerWidth !== 1280 || innerHeight !== 800) await page.viewport(1280, 800);
  const [problem] = reported.mock.calls;
  if (problem) throw new Error(`Reported in the browser's console: ${problem.join(' ')}`);
});
