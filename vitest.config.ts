import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'src/tooling/vitest-setup.mjs',
    maxWorkers: 2,
    // Far longer than any takes: a busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
