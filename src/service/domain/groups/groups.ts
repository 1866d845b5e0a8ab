import { defaultGroupId, groupIdOf } from '../../../contract/groups/groups.ts';
import type { GroupCreate, GroupUpdate } from '../../../contract/groups/group-writes.ts';
import type { GroupQuery } from '../../../contract/groups/group-query.ts';
import type { Page, PageQuery } from '../../../contract/paging.ts';
import {
  holdsOn,
  reachOf,
  requireOnGroup,
  scopeOf,
  within,
  type Caller,
  type MinimumPrivilege,
} from '../access/caller.ts';
import { readAccess } from '../access/grants.ts';
import { enqueueJob } from '../jobs.ts';
import type { GroupRow, JobRow, Stores, UnitOfWork } from '../ports.ts';
import { detailOf, notFound, Problem, unlessTaken } from '../problem.ts';
import { isolate } from '../../../contract/isolate.ts';

const read: MinimumPrivilege = { feature: 'group', privilege: 'ro' };
const change: MinimumPrivilege = { feature: 'group', privilege: 'rw' };

/** Checks that the caller may change a group, and create and delete below it. @throws Problem 404, 403 */
export async function requireChange(stores: Stores, caller: Caller, id: number): Promise<void> {
  await requireOnGroup(stores.groups, caller, change, id);
}

/** A page of the groups that the caller sees, by id. */
export async function listGroups(stores: Stores, caller: Caller, query: GroupQuery): Promise<Page<GroupRow>> {
  const { lineage_of: paths, start, limit } = query;
  const scope = scopeOf(caller, read);
  if (paths === undefined) return stores.groups.list(scope, start, limit);
  const lineage = await stores.groups.lineage(paths.flatMap((path) => groupIdOf(path) ?? []));
  const visible = within(scope, lineage);
  return { rows: visible.length, data: visible.slice(start, start + limit), start };
}

/** @throws Problem 404, 403 */
export async function getGroup(stores: Stores, caller: Caller, id: number): Promise<GroupRow> {
  await requireOnGroup(stores.groups, caller, read, id);
  return existing(stores, id);
}

/** A page of the groups directly below one that the caller sees, by id. @throws Problem 404, 403 */
export async function listSubGroups(
  stores: Stores,
  caller: Caller,
  id: number,
  page: PageQuery,
): Promise<Page<GroupRow>> {
  const path = await requireOnGroup(stores.groups, caller, read, id);
  // Whoever may read a group may read all below it; their own they may see without.
  const scope = holdsOn(caller, read, path) ? 'all' : scopeOf(caller, read);
  return stores.groups.listChildren(id, scope, page.start, page.limit);
}

/** Creates a group below `parentId`. @throws Problem 404, 403, 409 (name taken, parent being deleted) */
export async function createGroup(
  stores: Stores,
  caller: Caller,
  parentId: number,
  values: GroupCreate,
): Promise<GroupRow> {
  await requireChange(stores, caller, parentId);
  if (!(await stores.groups.lockPath(parentId)))
    throw new Problem(409, ['the parent group is being deleted']);
  return uniqueName(values.name, () => stores.groups.insert({ ...values, parentId }));
}

/** Changes what was sent, and nothing else. @throws Problem 400 (renaming the Default group), 404, 403, 409 */
export async function updateGroup(
  stores: Stores,
  caller: Caller,
  id: number,
  values: GroupUpdate,
): Promise<void> {
  await requireChange(stores, caller, id);
  if (values.name !== undefined) {
    const current = await existing(stores, id);
    await checkName(stores, values.name, current.parent_id, current);
  }
  // Only what was sent: a value read before would undo what somebody else changes at the same time.
  const found = await uniqueName(values.name ?? '', () => stores.groups.update(id, values));
  if (!found) throw notFound(`Group ${id}`);
}

/** Problems with creating a group of which only some properties are valid. */
export async function problemsOfCreation(
  stores: Stores,
  caller: Caller,
  parentId: number,
  { name }: Partial<GroupCreate>,
): Promise<readonly string[]> {
  if (name === undefined || (await isOutOfReach(stores, caller, parentId))) return [];
  return detailOf(() => checkName(stores, name, parentId));
}

/** As `problemsOfCreation`, for an update; empty if the caller can't change the group. */
export async function problemsOfUpdate(
  stores: Stores,
  caller: Caller,
  id: number,
  { name }: GroupUpdate,
): Promise<readonly string[]> {
  if (name === undefined || (await isOutOfReach(stores, caller, id))) return [];
  const current = await existing(stores, id);
  return detailOf(() => checkName(stores, name, current.parent_id, current));
}

async function isOutOfReach(stores: Stores, caller: Caller, id: number): Promise<boolean> {
  return (await detailOf(() => requireChange(stores, caller, id))).length > 0;
}

/** @param current the group to be renamed; undefined for one to be created @throws Problem 400, 409 */
async function checkName(
  stores: Stores,
  name: string,
  parentId: number | null,
  current?: GroupRow,
): Promise<void> {
  if (name === current?.name) return;
  if (parentId === null) throw new Problem(400, ['name: the default group cannot be renamed']);
  const [taken] = await stores.groupBatches.named([{ parentId, name }]);
  if (taken) throw new Problem(409, [nameTaken(name)]);
}

/**
 * Deletes a group with nothing below it, or starts the job that deletes it with all below.
 * @param inBackground whether a job was asked for in any case
 * @returns the job, or undefined where the group is gone already
 * @throws Problem 400 (the Default group), 404, 403, 409 (users belong to it, a role administers it), 429
 */
export async function deleteGroup(
  work: UnitOfWork,
  caller: Caller,
  id: number,
  inBackground: boolean,
): Promise<JobRow | undefined> {
  if (id === defaultGroupId) throw new Problem(400, ['the default group cannot be deleted']);
  await requireChange(work.stores, caller, id);
  return work.transaction(async (stores) => {
    if (!(await stores.groups.lockRoot(id))) throw notFound(`Group ${id}`);
    if (inBackground || (await stores.groups.hasChildren(id))) {
      const { name } = await existing(stores, id);
      return enqueueJob(
        stores,
        caller,
        deleteSubtreeKind,
        { rootId: id },
        `Waiting to delete ${isolate(name)}`,
      );
    }
    const obstacle = await deletionBlocker(stores, caller, [id]);
    if (obstacle) throw new Problem(409, [obstacle]);
    await stores.groups.delete([id]);
    return undefined;
  });
}

/** The kind of job that deletes a subtree; its payload is `{ rootId }`. */
export const deleteSubtreeKind = 'delete-subtree';

/**
 * Why these groups, all of which the caller may change, cannot be deleted, in one sentence; undefined where they can.
 * Roles are named to those who may list them.
 */
export async function deletionBlocker(
  stores: Stores,
  caller: Caller,
  ids: readonly number[],
): Promise<string | undefined> {
  const { groupsWithUsers, roles } = await stores.groups.deletionBlockers(ids, reachOf(caller, readAccess));
  if (groupsWithUsers.length > 0) return `users still belong to ${listed(groupsWithUsers)}`;
  if (roles.length === 0) return undefined;
  const names = roles.filter((name) => name !== null);
  if (names.length > 0) return `a group to be deleted is administered by the role ${listed(names)}`;
  return 'a group to be deleted is administered by a role that is not visible to you';
}

function listed(names: string[]): string {
  const isolated = names.map(isolate);
  return names.length > 5 ? `${isolated.slice(0, 5).join(', ')} and others` : isolated.join(', ');
}

async function existing(stores: Stores, id: number): Promise<GroupRow> {
  const row = await stores.groups.find(id);
  if (!row) throw notFound(`Group ${id}`);
  return row;
}

function uniqueName<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  return unlessTaken(nameTaken(name), write);
}

/** Also used if a concurrent write has taken it. */
function nameTaken(name: string): string {
  return `name: another group with the same parent already has the name ${isolate(JSON.stringify(name))}`;
}
