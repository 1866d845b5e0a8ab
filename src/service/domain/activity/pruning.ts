import { setTimeout as sleep } from 'node:timers/promises';
import type { Stores } from '../ports.ts';

const batchSize = 500;
/** Enough to be worth the time that reclaiming the space takes. */
const reclaimedAfter = 20_000;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Removes old entries from both logs. */
export interface Pruning {
  /** Removes what's older than `days`, in small batches, so that requests aren't blocked. */
  run(now: Date): Promise<void>;
  /** Stops after the current batch. */
  stop(): void;
}

/** @param isEmbedded whether the database is the embedded one, which neither reclaims space nor updates its statistics itself */
export function createPruning(stores: Stores, days: number, isEmbedded: boolean): Pruning {
  let isStopping = false;
  let isFirst = true;
  const removed = { changes: 0, sign_in_events: 0 };
  return {
    run: async (now) => {
      const before = new Date(now.getTime() - days * dayMilliseconds);
      for (const log of ['sign_in_events', 'changes'] as const) {
        if (isEmbedded && isFirst) await stores.activity.analyze(log);
        for (let count = batchSize; count === batchSize && !isStopping;) {
          const start = performance.now();
          count = await stores.activity.prune(log, { before, now, most: batchSize });
          removed[log] += count;
          // Let other work run.
          await sleep(performance.now() - start);
        }
        if (!isEmbedded || isStopping || removed[log] < reclaimedAfter) continue;
        await stores.activity.reclaim(log);
        removed[log] = 0;
        await stores.activity.analyze(log);
      }
      isFirst = false;
    },
    stop: () => {
      isStopping = true;
    },
  };
}
