import { groupPath } from '../../../contract/groups/groups.ts';
import { originOf } from '../jobs.ts';
import type { JobsOf, Stores, UnfinishedDeletion } from '../ports.ts';
import { deleteSubtreeKind } from './groups.ts';
import { keptBy } from './kept-groups.ts';

/**
 * Ends jobs; in a transaction. If they were deleting subtrees, the rest of each stays and is reopened, and what they have
 * deleted so far is recorded.
 * @param end finishes or deletes the jobs
 */
export async function abandonDeletions(stores: Stores, of: JobsOf, end: () => Promise<void>): Promise<void> {
  const deletions = await stores.jobs.lockDeletions(deleteSubtreeKind, of);
  for (const deletion of deletions) await recordUnfinished(stores, deletion);
  await end();
  if (deletions.length > 0) await stores.groups.unmarkAbandoned(deleteSubtreeKind);
}

async function recordUnfinished(stores: Stores, job: UnfinishedDeletion): Promise<void> {
  if (job.total === null) return;
  const root = await stores.groups.find(job.payload.rootId);
  const count = root ? job.total - (await stores.groups.subtreeSize(root.id)) : 0;
  if (!root || count === 0) return;
  const author = { userId: job.user_id, login: job.login, ...originOf(job) };
  const change = { action: 'deleted', resource: `${groupPath(root.id)}/groups`, name: root.name } as const;
  const below = { name: 'parent_resource', before: groupPath(root.id), after: null };
  // With those that are left, which are known to exist.
  const deleted = await keptBy(stores, job);
  await stores.changes.record(author, { ...change, fields: [below], groupId: root.id, count, deleted });
}
