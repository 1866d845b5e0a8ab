import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../../contract/limits.ts';
import type { Stores } from '../ports.ts';

const batchSize = 500;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Removes entries older than `days` from both logs, in small batches, so that requests aren't blocked, and limits the size of
 * deleted groups.
 * @param stopping ends it after the current batch
 */
export async function pruneLogs(
  stores: Stores,
  days: number,
  now: Date,
  stopping?: AbortSignal,
): Promise<void> {
  const before = new Date(now.getTime() - days * dayMilliseconds);
  for (const log of ['sign_in_events', 'changes'] as const) {
    for (let count = batchSize; count === batchSize && stopping?.aborted !== true;) {
      const start = performance.now();
      count = await stores.activity.prune(log, { before, now, most: batchSize });
      // Let other work run.
      await sleep(performance.now() - start);
    }
  }
  await stores.activity.limitKept(limits.allKeptGroupsBytes);
}
