import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'src/tooling/vitest-setup.mjs',
    // More than most machines have cores for, because tests often wait for the database or a timer.
    maxWorkers: 4,
    // PGlite is WebAssembly, and optimizing it would take longer than it saves in the short life of a test.
    execArgv: ['--liftoff-only'],
    // Tests leave no state in modules. Loading each module once saves a tenth of the time.
    isolate: false,
    // Much longer than any test takes, so that a busy machine doesn't cause failures. `npm test` runs the tests in a
    // browser with a higher priority, so that these wait for long.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
