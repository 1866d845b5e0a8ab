import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'src/tooling/vitest-setup.mjs',
    maxWorkers: 2,
    // No test leaves anything in a module: each is read once for all files, which saves a tenth of the time.
    isolate: false,
    // Far longer than any takes: a busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
