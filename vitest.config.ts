import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'src/tooling/vitest-setup.mjs',
    maxWorkers: 2,
    // Tests leave no state in modules. Loading each module once saves a tenth of the time.
    isolate: false,
    // Much longer than any test takes, so that a busy machine doesn't cause failures.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
