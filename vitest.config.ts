import { defineConfig } from 'vitest/config';
import { vitestLimits } from './src/tooling/time-limits.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'src/tooling/vitest-setup.ts',
    setupFiles: ['src/testing/setups/undo-stubs.ts', 'src/tooling/harness/record-file.ts'],
    // Each loads all modules and a database of its own, which takes as long as a tenth of the tests.
    maxWorkers: 2,
    // PGlite is WebAssembly, and optimizing it would take longer than it saves in the short life of a test. Threads that
    // collect garbage only wait for each other next to other tests.
    execArgv: ['--liftoff-only', '--single-threaded-gc'],
    // Tests leave no state in modules. Loading each module once saves a tenth of the time.
    isolate: false,
    ...vitestLimits,
  },
});
