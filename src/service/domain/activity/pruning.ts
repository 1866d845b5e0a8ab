import { setTimeout as sleep } from 'node:timers/promises';
import type { Stores } from '../ports.ts';

const batchSize = 500;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Removes entries older than `days` from both logs. */
export function createPruning(stores: Stores, days: number) {
  let isStopping = false;
  return {
    /** Removes them in small batches, so that requests aren't blocked. */
    run: async (now: Date) => {
      const before = new Date(now.getTime() - days * dayMilliseconds);
      for (const log of ['sign_in_events', 'changes'] as const) {
        for (let count = batchSize; count === batchSize && !isStopping;) {
          const start = performance.now();
          count = await stores.activity.prune(log, { before, now, most: batchSize });
          // Let other work run.
          await sleep(performance.now() - start);
        }
      }
    },
    /** Stops after the current batch. */
    stop: () => {
      isStopping = true;
    },
  };
}
