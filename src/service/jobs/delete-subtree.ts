import { obstacleTo } from '../domain/groups.ts';
import type { JobRow, UnitOfWork } from '../domain/ports.ts';
import { Problem } from '../domain/problem.ts';

/** Small enough that a request beside it waits for some milliseconds at most. */
const batchSize = 500;

const number = new Intl.NumberFormat('en');

/**
 * Deletes a group and all below it, deepest first and batch by batch, so that it can go on after a crash. What forbids
 * the deletion is checked once, before the root is marked; from then on nothing can be added below it.
 * @param heartbeat prolongs the lease; false where the job is no longer ours
 * @returns what happened, or undefined where another instance has taken the job over
 * @throws Problem with the reason; nothing has been deleted then
 */
export async function deleteSubtree(
  work: UnitOfWork,
  job: JobRow,
  rootId: number,
  heartbeat: () => Promise<boolean>,
): Promise<string | undefined> {
  await work.transaction(async (stores) => {
    if (!(await stores.groups.lockRoot(rootId))) return;
    const obstacle = await obstacleTo(stores, rootId);
    if (obstacle) throw new Problem(409, [obstacle]);
    await stores.groups.markDeleting(rootId);
  });
  const ids = await work.stores.groups.subtree(rootId);
  const total = job.total ?? ids.length;
  for (let index = 0; index < ids.length; index += batchSize) {
    if (!(await heartbeat())) return undefined;
    const batch = ids.slice(index, index + batchSize);
    const done = total - ids.length + index + batch.length;
    await work.transaction(async (stores) => {
      await stores.groups.delete(batch);
      await stores.jobs.progress(
        job.id,
        `Deleted ${number.format(done)} of ${number.format(total)} groups`,
        total,
      );
    });
  }
  return `Deleted ${number.format(total)} ${total === 1 ? 'group' : 'groups'}`;
}
