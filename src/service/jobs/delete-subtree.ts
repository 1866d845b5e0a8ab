import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../domain/access/caller.ts';
import { deletionBlocker, deleteSubtreeKind, requireChange } from '../domain/groups/groups.ts';
import type { ChildRow, Stores } from '../domain/ports.ts';
import { addKept, keepGroups, keptBy } from '../domain/groups/kept-groups.ts';
import { Problem } from '../domain/problem.ts';
import { recordGroup } from '../domain/activity/record-changes.ts';
import { callerOfJob, Postponed, type Claim } from './claim.ts';

/** How many groups are checked at a time. */
const lookSize = 500;
const pageSize = 1_000;
/** The target duration of a transaction: on the embedded database, requests wait for it. */
const targetMilliseconds = 5;
const maxBatch = 1_000;
const minBatch = 10;

const number = new Intl.NumberFormat('en');

/**
 * Deletes a subtree, deepest groups first and in small batches, so that requests aren't blocked and
 * the job can continue after a crash. First, the subtree is closed to additions. Then it's checked for anything
 * that prevents its deletion. If the job fails, the runner reopens what's left. Only one job at a time deletes a group, so that
 * the log counts each group once.
 */
export async function deleteSubtree(claim: Claim): Promise<void> {
  const { rootId } = claim.job.payload as { rootId: number };
  if (await isDeletedByOther(claim.stores, claim.job.id, rootId)) {
    await claim.report('Queued: waiting for another deletion of the same groups');
    throw new Postponed();
  }
  const caller = await claim.step(async (stores) => {
    if (!(await stores.groups.lockRoot(rootId))) {
      await claim.finish(stores, 'Deleted 0 groups: the group was already deleted');
      return undefined;
    }
    const starter = await callerOfJob(stores, claim.job);
    // With the user's current privileges, like any background write; but not after groups have been deleted.
    if (claim.job.total === null) await requireChange({ stores, caller: starter }, rootId);
    await stores.groups.markDeleting(rootId, true);
    return starter;
  });
  if (caller) await deleteAll(claim, caller, await collect(claim, caller, rootId));
}

/** Whether an earlier job deletes a part of this subtree, or all of it. The earliest never waits. */
async function isDeletedByOther(stores: Stores, jobId: number, rootId: number): Promise<boolean> {
  const earlier = await stores.jobs.earlierDeletions(deleteSubtreeKind, jobId);
  const paths = await stores.groups.paths([rootId, ...earlier]);
  return earlier.some((root) => paths.get(rootId)?.includes(root) || paths.get(root)?.includes(rootId));
}

/** @returns the ids of the subtree, parents before children @throws Problem 409 if something prevents its deletion */
async function collect(claim: Claim, caller: Caller, rootId: number): Promise<number[]> {
  const ids = [rootId];
  const kept = keepGroups(claim.stores);
  for (let looked = 0; looked < ids.length;) {
    const some = ids.slice(looked, looked + lookSize);
    looked += some.length;
    const obstacle = await deletionBlocker({ stores: claim.stores, caller }, some);
    if (obstacle) throw new Problem(409, [obstacle]);
    // What a job that continues has deleted was kept when it began.
    if (claim.job.total === null) await kept.add(some);
    let page: ChildRow[] = [];
    do {
      page = await claim.stores.groups.childrenOf(some, page.at(-1), pageSize);
      for (const { id } of page) ids.push(id);
    } while (page.length === pageSize);
    await claim.reportThrottled(`Checking groups: ${number.format(ids.length)} so far`);
  }
  if (claim.job.total === null) await claim.step((stores) => addKept(stores, claim.job, kept.stored()));
  return ids;
}

const counted = (total: number) => `${number.format(total)} ${total === 1 ? 'group' : 'groups'}`;

async function deleteAll(claim: Claim, caller: Caller, ids: number[]): Promise<void> {
  const [rootId = 0] = ids;
  let total = claim.job.total ?? ids.length;
  const progress = () => `Deleted ${number.format(total - ids.length)} of ${counted(total)}`;
  // The total is known before the first batch is deleted.
  if (ids.length > minBatch) await claim.report(progress());
  let size = minBatch;
  while (ids.length > 0) {
    // Backwards: children before their parents.
    const batch = ids.splice(-size);
    const start = performance.now();
    const before = total;
    await claim.step(async (stores) => {
      const rest = batch.filter((id) => id !== rootId);
      // Those that others have deleted one by one have entries of their own in the log. A step may be repeated.
      total = before - (rest.length - (await stores.groups.delete(rest)));
      if (ids.length > 0) return claim.recordProgress(stores, progress(), total);
      const root = await stores.groups.find(rootId);
      // When all are deleted; `abandonDeletions` records a deletion that never gets there.
      const kept = await keptBy(stores, claim.job);
      if (root) await recordGroup({ stores, caller }, { before: root }, total, kept);
      await stores.groups.delete([rootId]);
      await claim.finish(stores, `Deleted ${counted(total)}`);
    });
    const took = performance.now() - start;
    size = Math.max(
      minBatch,
      Math.min(maxBatch, Math.round(size * (took < targetMilliseconds ? 1.5 : 0.75))),
    );
    // Let other work run.
    await sleep(took / 2);
  }
}
