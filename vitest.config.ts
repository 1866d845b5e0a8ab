import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { vitestLimits } from './src/tooling/time-limits.mjs';

/** Files whose tests wait for seconds, such as for a time limit: as the last ones, they'd leave the processors idle. */
const waiting = [
  'gateway/stop.test.ts',
  'http/last-administrator.test.ts',
  'http/oidc-logins.test.ts',
  'http/sign-in-faults.test.ts',
  'jobs/concurrent-deletions.test.ts',
  'database/outage.test.ts',
];
const waits = ({ moduleId }: TestSpecification) => waiting.some((file) => moduleId.endsWith(file));

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}

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
    sequence: { sequencer: WaitingFirst },
    ...vitestLimits,
  },
});
