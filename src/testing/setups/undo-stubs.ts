import { afterEach, vi } from 'vitest';

// Tests share their globals. Hooks run in reverse: this one comes after the tests' own.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
