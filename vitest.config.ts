import { defineConfig } from 'vitest/config';
import { vitestLimits } from './src/tooling/time-limits.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: 'src/tooling/vitest-setup.ts',
    setupFiles: 'src/tooling/harness/record-file.ts',
    // More than most machines have cores for, because tests often wait for the database or a timer.
    maxWorkers: 4,
    // PGlite is WebAssembly, and optimizing it would take longer than it saves in the short life of a test.
    execArgv: ['--liftoff-only'],
    // Tests leave no state in modules. Loading each module once saves a tenth of the time.
    isolate: false,
    ...vitestLimits,
  },
});
