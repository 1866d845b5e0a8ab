import type { Recreation } from '../../../contract/activity/changes.ts';
import { groupIdOf, groupPath } from '../../../contract/groups/groups.ts';
import { msg } from '../../../contract/isolate.ts';
import { limits } from '../../../contract/limits.ts';
import type { Acting } from '../access/caller.ts';
import { changeAccess, requireGrants } from '../access/grants.ts';
import { getRole, updateRole } from '../access/roles.ts';
import { changeView } from '../activity/activity.ts';
import { enqueueJob } from '../jobs.ts';
import type { JobRow, Stores } from '../ports.ts';
import { detailOf, notFound, orNotFound, Problem } from '../problem.ts';
import { checkImport, importGroupsKind, type RecreatedLine } from './group-import.ts';
import { keptGroups } from './kept-groups.ts';

/** How many groups are listed. */
const mostNamed = 20;

/** Deleted groups, parents before children. */
interface Deleted {
  /** As lines of an import, by former path. */
  lines: Map<string, RecreatedLine>;
  /** Former paths of the groups that a role applied to, by its id. */
  roles: Map<number, string[]>;
}

/** What recreating the groups of a deletion would do, with those that other requests with the same ID deleted. @throws Problem 404 */
export async function checkRecreation(acting: Acting, id: number): Promise<Recreation> {
  return check(acting, await deletions(acting, id));
}

/** Queues a recreation: an import whose payload is `{ changeIds }`. @throws Problem 404, 409 with all problems, 429 */
export async function enqueueRecreation(acting: Acting, id: number): Promise<JobRow> {
  const changeIds = await deletions(acting, id);
  const { problems } = await check(acting, changeIds);
  if (problems.length > 0) throw new Problem(409, problems);
  return enqueueJob(acting, importGroupsKind, { changeIds }, 'Queued: recreate groups');
}

/** The ids of their entries, newest first, so that parents come before children. */
async function deletions({ stores, caller }: Acting, id: number): Promise<number[]> {
  const found = await stores.changes.deletions(changeView(caller), id);
  if (!found.includes(id)) throw notFound(`Deletion ${id}`);
  return found;
}

async function check(acting: Acting, changeIds: readonly number[]): Promise<Recreation> {
  let found: Deleted = { lines: new Map(), roles: new Map() };
  const problems = await detailOf(async () => void (found = await findDeleted(acting.stores, changeIds)));
  const lines = [...found.lines.values()];
  const namesOf = ({ parent, name }: RecreatedLine): string[] => {
    const above = found.lines.get(parent);
    return above ? [...namesOf(above), name] : [name];
  };
  const ofPlaces = await detailOf(() => checkImport(acting, lines));
  return {
    groups: lines.length,
    roles: (await acting.stores.roles.findMany([...found.roles.keys()])).length,
    paths: lines.slice(0, mostNamed).map(namesOf),
    problems: [...problems, ...ofPlaces, ...(await roleProblems(acting, found))],
  };
}

/** What deletions have kept, but for groups that exist: a deletion that wasn't finished has left them. @throws Problem 404, 409 */
export async function findDeleted(
  { changes, groupBatches }: Stores,
  changeIds: readonly number[],
): Promise<Deleted> {
  const lines: Deleted['lines'] = new Map();
  const roles: Deleted['roles'] = new Map();
  for (const changeId of changeIds) {
    const stored = orNotFound(await changes.deletedGroups(changeId), `Deletion ${changeId}`);
    if (stored.length === 0)
      throw new Problem(409, ["the groups weren't kept when they were deleted: they take more than 8 MB"]);
    for await (const groups of keptGroups(stored)) {
      const ids = groups.map(({ id }) => id);
      const existing = new Set(await groupBatches.within(ids, 'all'));
      for (const { id, parentId, roleIds, ...texts } of groups) {
        if (existing.has(id)) continue;
        const former = groupPath(id);
        lines.set(former, { former, parent: groupPath(parentId), ...texts });
        for (const roleId of roleIds) roles.set(roleId, [...(roles.get(roleId) ?? []), former]);
      }
    }
  }
  return { lines, roles };
}

/** Has roles apply again to recreated groups; in the transaction that creates them. @throws Problem 403, 404 */
export async function restoreRoles(
  acting: Acting,
  deleted: Deleted,
  idOf: (former: string) => number | undefined,
): Promise<void> {
  const { roles } = acting.stores;
  if (deleted.roles.size > 0) await roles.lockGrants();
  for (const { id, groupIds } of await roles.findMany([...deleted.roles.keys()])) {
    const added = deleted.roles.get(id)?.flatMap((former) => idOf(former) ?? []) ?? [];
    await updateRole(acting, id, { group_resources: [...groupIds, ...added].map(groupPath) });
  }
}

/** Why roles can't apply to the groups again. Those that were deleted don't matter. */
async function roleProblems(acting: Acting, { lines, roles }: Deleted): Promise<string[]> {
  const problems = new Set<string>();
  // The caller must hold what a role grants where the groups will be: below these, which exist.
  const existingAbove = (path: string): string => {
    const line = lines.get(path);
    return line ? existingAbove(line.parent) : path;
  };
  for (const role of await acting.stores.roles.findMany([...roles.keys()])) {
    const former = roles.get(role.id) ?? [];
    const groupIds = former.flatMap((path) => groupIdOf(existingAbove(path)) ?? []);
    const detail = await detailOf(async () => {
      await getRole(acting, role.id, changeAccess);
      await requireGrants(acting, [role, { features: role.features, groupIds }]);
      if (role.groupIds.length + former.length > limits.groupsPerRole)
        throw new Problem(409, [`would apply to more than ${limits.groupsPerRole} groups`]);
    });
    for (const sentence of detail)
      problems.add(
        sentence.startsWith('Role ')
          ? "a role that isn't visible to you applied to these groups"
          : msg`${role.name}: ${sentence}`,
      );
  }
  return [...problems];
}
