import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { sendAs } from './requests.ts';

// Before each file with page tests, which share modules and a service: `src/testing/pages/page-service-plugin.mjs`.
beforeAll(async () => {
  document.cookie = 'page-service=on';
  await sendAs('admin', '/-/lab/data/reset');
});

// React reports misuse, such as duplicate keys, only in development.
beforeEach(() => void vi.spyOn(console, 'error').mockClear());
afterEach(() => {
  const [problem] = vi.mocked(console.error).mock.calls;
  if (problem) throw new Error(`Reported in the browser's console: ${problem.join(' ')}`);
});
