import type { FeaturePrivilege } from '../../../contract/access/decision.ts';
import {
  defaultGroupId,
  groupIdOf,
  type GroupCreate,
  type GroupUpdate,
} from '../../../contract/groups/groups.ts';
import type { GroupQuery } from '../../../contract/groups/group-query.ts';
import type { Page, PageQuery } from '../../../contract/paging.ts';
import {
  holdsOn,
  reachOf,
  requireOnGroup,
  scopeOf,
  within,
  type Caller,
  type Acting,
} from '../access/caller.ts';
import { readAccess } from '../access/grants.ts';
import { recordGroup } from '../activity/record-changes.ts';
import { enqueueJob } from '../jobs.ts';
import { keepGroups } from './kept-groups.ts';
import type { GroupRow, JobRow, RecordTemplate, Stores, UnitOfWork, WrittenPage } from '../ports.ts';
import { detailOf, orNotFound, Problem, unlessTaken } from '../problem.ts';
import { isolate, msg } from '../../../contract/isolate.ts';

const read: FeaturePrivilege = { feature: 'group', privilege: 'ro' };
/** What changing a group takes, on that group. */
export const changeGroups: FeaturePrivilege = { feature: 'group', privilege: 'rw' };

/** Checks that the caller may change a group and its subgroups. @throws Problem 404, 403 */
export async function requireChange(acting: Acting, id: number): Promise<void> {
  await requireOnGroup(acting, changeGroups, id);
}

/** A page of the groups that the caller can see, by id. */
export async function listGroups(
  { stores, caller }: Acting,
  { start, limit }: GroupQuery,
  template: RecordTemplate,
): Promise<WrittenPage> {
  return stores.groups.list(scopeOf(caller, read), start, limit, template);
}

/** A page of the groups with these paths and their ancestors that the caller can see, by id. */
export async function listWithAncestors(
  { stores, caller }: Acting,
  paths: readonly string[],
  { start, limit }: GroupQuery,
): Promise<Page<GroupRow>> {
  const groups = await stores.groups.withAncestors(paths.flatMap((path) => groupIdOf(path) ?? []));
  const visible = within(scopeOf(caller, read), groups);
  return { rows: visible.length, data: visible.slice(start, start + limit), start };
}

/** @throws Problem 404, 403 */
export async function getGroup(acting: Acting, id: number): Promise<GroupRow> {
  if (reachOf(acting.caller, read) !== 'all') await requireOnGroup(acting, read, id);
  return orNotFound(await acting.stores.groups.find(id), `Group ${id}`);
}

/** A page of a group's direct subgroups, by id. @throws Problem 404, 403 */
export async function listSubGroups(
  acting: Acting,
  id: number,
  { start, limit }: PageQuery,
  template: RecordTemplate,
): Promise<WrittenPage> {
  const { stores, caller } = acting;
  const path = await requireOnGroup(acting, read, id);
  // A caller who may read a group may read all its descendants; their own group is visible without a privilege.
  const scope = holdsOn(caller, read, path) ? 'all' : scopeOf(caller, read);
  return stores.groups.listChildren(id, scope, start, limit, template);
}

/** Creates a group below `parentId`; in a transaction. @throws Problem 404, 403, 409 (name taken, parent being deleted) */
export async function createGroup(acting: Acting, parentId: number, values: GroupCreate): Promise<GroupRow> {
  const { groups } = acting.stores;
  await requireChange(acting, parentId);
  if (!(await groups.lockPath(parentId))) throw new Problem(409, ['the parent group is being deleted']);
  const row = await unlessTaken(nameTaken(values.name), () => groups.insert({ ...values, parentId }));
  await recordGroup(acting, { after: row });
  return row;
}

/** Updates only the given fields; in a transaction. @throws Problem 400 (renaming the Default group), 404, 403, 409 */
export async function updateGroup(acting: Acting, id: number, values: GroupUpdate): Promise<void> {
  const { stores } = acting;
  await requireChange(acting, id);
  if (values.name !== undefined) {
    const current = await existing(stores, id);
    await checkName(stores, values.name, current.parent_id, current);
  }
  // Only the given fields: writing back a value read before would undo a concurrent change.
  const changed = await unlessTaken(nameTaken(values.name ?? ''), () => stores.groups.update(id, values));
  await recordGroup(acting, orNotFound(changed, `Group ${id}`));
}

/** Problems with creating a group of which only some properties are valid. */
export async function problemsOfCreation(
  acting: Acting,
  parentId: number,
  { name }: Partial<GroupCreate>,
): Promise<readonly string[]> {
  if (name === undefined || (await isOutOfReach(acting, parentId))) return [];
  return detailOf(() => checkName(acting.stores, name, parentId));
}

/** As `problemsOfCreation`, for an update; empty if the caller can't change the group. */
export async function problemsOfUpdate(
  acting: Acting,
  id: number,
  { name }: GroupUpdate,
): Promise<readonly string[]> {
  if (name === undefined || (await isOutOfReach(acting, id))) return [];
  const current = await existing(acting.stores, id);
  return detailOf(() => checkName(acting.stores, name, current.parent_id, current));
}

async function isOutOfReach(acting: Acting, id: number): Promise<boolean> {
  return (await detailOf(() => requireChange(acting, id))).length > 0;
}

/** @param current the group to rename; undefined when creating @throws Problem 400, 409 */
async function checkName(
  stores: Stores,
  name: string,
  parentId: number | null,
  current?: GroupRow,
): Promise<void> {
  if (name === current?.name) return;
  if (parentId === null) throw new Problem(400, ["name: the Default group can't be renamed"]);
  const [taken] = await stores.groupBatches.named([{ parentId, name }]);
  if (taken) throw new Problem(409, [nameTaken(name)]);
}

/**
 * Deletes a group without subgroups, or starts the job that deletes the whole subtree.
 * @param inBackground always use a job
 * @returns the job, or undefined if the group was deleted immediately
 * @throws Problem 400 (the Default group), 404, 403, 409 (users belong to it, a role administers it), 429
 */
export async function deleteGroup(
  work: UnitOfWork,
  caller: Caller,
  id: number,
  inBackground: boolean,
): Promise<JobRow | undefined> {
  if (id === defaultGroupId) throw new Problem(400, ["the Default group can't be deleted"]);
  await requireChange({ stores: work.stores, caller }, id);
  return work.transaction(async (stores) => {
    const acting = { stores, caller };
    const { deleting } = orNotFound(await stores.groups.lockRoot(id), `Group ${id}`);
    if (inBackground || deleting || (await stores.groups.hasChildren(id))) {
      const { name } = await existing(stores, id);
      return enqueueJob(acting, deleteSubtreeKind, { rootId: id }, msg`Queued: delete ${name}`);
    }
    const obstacle = await deletionBlocker(acting, [id]);
    if (obstacle) throw new Problem(409, [obstacle]);
    const kept = keepGroups(stores);
    await kept.add([id]);
    await recordGroup(acting, { before: await existing(stores, id) }, 1, kept.stored());
    await stores.groups.delete([id]);
    return undefined;
  });
}

/** The job kind of a subtree deletion; its payload is `{ rootId }`. */
export const deleteSubtreeKind = 'delete-subtree';

/**
 * Why these groups can't be deleted; undefined if they can. The caller must be allowed to change them all.
 * Roles are named only if the caller may list them.
 */
export async function deletionBlocker(
  { stores, caller }: Acting,
  ids: readonly number[],
): Promise<string | undefined> {
  const { groupsWithUsers, roles } = await stores.groups.deletionBlockers(ids, reachOf(caller, readAccess));
  if (groupsWithUsers.length > 0) return `users still belong to ${listed(groupsWithUsers)}`;
  if (roles.length === 0) return undefined;
  const names = roles.filter((name) => name !== null);
  if (names.length > 0) return `one of the groups is administered by the role ${listed(names)}`;
  return "one of the groups is administered by a role that isn't visible to you";
}

function listed(names: string[]): string {
  const isolated = names.map(isolate);
  return names.length > 5 ? `${isolated.slice(0, 5).join(', ')} and others` : isolated.join(', ');
}

async function existing(stores: Stores, id: number): Promise<GroupRow> {
  return orNotFound(await stores.groups.find(id), `Group ${id}`);
}

/** Also used if a concurrent write has taken it. */
function nameTaken(name: string): string {
  return msg`name: another group with the same parent already has the name ${JSON.stringify(name)}`;
}
