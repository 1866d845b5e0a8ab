import { setTimeout as sleep } from 'node:timers/promises';
import type { Stores } from '../ports.ts';

const batchSize = 500;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Removes old entries from both logs. */
export interface Pruning {
  /** Removes what's older than `days`, in small batches, so that requests aren't blocked. */
  run(now: Date): Promise<void>;
  /** Stops after the current batch. */
  stop(): void;
}

/** Creates the pruning of entries older than `days`. */
export function createPruning(stores: Stores, days: number): Pruning {
  let isStopping = false;
  return {
    run: async (now) => {
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
    stop: () => {
      isStopping = true;
    },
  };
}
