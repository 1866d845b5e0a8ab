import { groupPath } from '../../../contract/groups/groups.ts';
import { originOf } from '../jobs.ts';
import type { Stores, UnfinishedDeletion } from '../ports.ts';

/**
 * Records what subtree deletions that won't be finished have deleted so far; in the transaction that ends them. The rest of
 * each subtree stays.
 */
export async function recordUnfinished(
  stores: Stores,
  deletions: readonly UnfinishedDeletion[],
): Promise<void> {
  for (const job of deletions) {
    const root = await stores.groups.find(job.payload.rootId);
    const count = root ? job.total - (await stores.groups.subtreeSize(root.id)) : 0;
    if (!root || count === 0) continue;
    const author = { userId: job.user_id, login: job.login, ...originOf(job) };
    const change = { action: 'deleted', resource: `${groupPath(root.id)}/groups`, name: root.name } as const;
    await stores.changes.record(author, { ...change, fields: [], groupId: root.id, count });
  }
}
