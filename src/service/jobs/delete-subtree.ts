import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../domain/access/caller.ts';
import { deletionBlocker, requireChange } from '../domain/groups/groups.ts';
import type { ChildRow } from '../domain/ports.ts';
import { Problem } from '../domain/problem.ts';
import { callerOf } from '../domain/access/sessions.ts';
import type { Claim } from './claim.ts';

/** How many groups are looked at, at once. */
const lookSize = 500;
const pageSize = 1_000;
/** What a transaction may take: requests beside it wait for it on the embedded database. */
const targetMilliseconds = 5;
const maxBatch = 1_000;
const minBatch = 10;

const number = new Intl.NumberFormat('en');

/**
 * Deletes a group and all below it, deepest first and in small batches, so that requests beside it are answered and
 * that it goes on after a crash. First the subtree is closed: from then on nothing can be added to it. Then what forbids
 * its deletion is looked for; where there is something, it is opened again, whole.
 */
export async function deleteSubtree(claim: Claim): Promise<void> {
  const { rootId } = claim.job.payload as { rootId: number };
  const caller = await claim.step(async (stores) => {
    if (!(await stores.groups.lockRoot(rootId))) {
      await claim.finish(stores, 'Deleted 0 groups: it was gone already');
      return undefined;
    }
    const asking = await callerOf(stores, claim.job.user_id);
    if (!asking) throw new Problem(401, ['the user who asked for this is gone']);
    // With the privileges that the user has now, like any write in the background; not once groups are gone already.
    if (claim.job.total === null) await requireChange(stores, asking, rootId);
    await stores.groups.markDeleting(rootId, true);
    return asking;
  });
  if (!caller) return;
  const ids = await collect(claim, caller, rootId);
  if (ids) await deleteAll(claim, ids);
}

/** @returns the ids of the subtree, parents before children, or undefined where the job has failed */
async function collect(claim: Claim, caller: Caller, rootId: number): Promise<number[] | undefined> {
  const ids = [rootId];
  for (let looked = 0; looked < ids.length;) {
    const some = ids.slice(looked, looked + lookSize);
    looked += some.length;
    const obstacle = await deletionBlocker(claim.stores, caller, some);
    if (obstacle) {
      await claim.step(async (stores) => {
        await stores.groups.markDeleting(rootId, false);
        await claim.finish(stores, `Failed: ${obstacle}`, true);
      });
      return undefined;
    }
    let page: ChildRow[] = [];
    do {
      page = await claim.stores.groups.childrenOf(some, page.at(-1), pageSize);
      for (const { id } of page) ids.push(id);
    } while (page.length === pageSize);
    await claim.reportThrottled(`Looking at the groups to delete: ${number.format(ids.length)} so far`);
  }
  return ids;
}

async function deleteAll(claim: Claim, ids: number[]): Promise<void> {
  const total = claim.job.total ?? ids.length;
  const groups = total === 1 ? 'group' : 'groups';
  let size = minBatch;
  while (ids.length > 0) {
    // From the end: children before their parents.
    const batch = ids.splice(-size);
    const start = performance.now();
    await claim.step(async (stores) => {
      await stores.groups.delete(batch);
      if (ids.length === 0) await claim.finish(stores, `Deleted ${number.format(total)} ${groups}`);
      else {
        const done = number.format(total - ids.length);
        await claim.recordProgress(stores, `Deleted ${done} of ${number.format(total)} ${groups}`, total);
      }
    });
    const took = performance.now() - start;
    size = Math.max(
      minBatch,
      Math.min(maxBatch, Math.round(size * (took < targetMilliseconds ? 1.5 : 0.75))),
    );
    // Others get their turn.
    await sleep(took / 2);
  }
}
