import type { Recreation } from '../../../contract/activity/changes.ts';
import { groupIdOf, groupPath } from '../../../contract/groups/groups.ts';
import { msg } from '../../../contract/isolate.ts';
import { limits } from '../../../contract/limits.ts';
import type { Acting } from '../access/caller.ts';
import { changeAccess, requireGrants } from '../access/grants.ts';
import { getRole, updateRole } from '../access/roles.ts';
import { changeView } from '../activity/activity.ts';
import { enqueueJob } from '../jobs.ts';
import type { DeletedGroup, Stores } from '../ports.ts';
import { detailOf, notFound, orNotFound, Problem } from '../problem.ts';
import { checkImport, importGroupsKind, type ImportPlan, type RecreatedLine } from './group-import.ts';
import { keptGroups } from './kept-groups.ts';

/** How many groups are listed. */
const mostNamed = 20;

/** Deleted groups. */
interface Deleted {
  /** As lines of an import, parents before children. */
  lines: RecreatedLine[];
  /** The indexes of the lines that a role applied to, by its id. */
  roles: Map<number, number[]>;
}

/**
 * What recreating the groups of a deletion would do, or of its run.
 * @returns also the ids of the entries, newest first, so that parents come before children
 * @throws Problem 404
 */
export async function checkRecreation(
  acting: Acting,
  id: number,
  run: boolean,
): Promise<Recreation & { changeIds: number[] }> {
  const { stores, caller } = acting;
  const together = await stores.changes.deletions(changeView(caller), id);
  if (!together.includes(id)) throw notFound(`Deletion ${id}`);
  const changeIds = run ? together : [id];
  let { lines, roles }: Deleted = { lines: [], roles: new Map() };
  const problems = await detailOf(async () => void ({ lines, roles } = await findDeleted(stores, changeIds)));
  const paths: string[][] = [];
  for (const { parent, name } of lines.slice(0, mostNamed))
    paths.push([...((typeof parent === 'number' && paths[parent - 1]) || []), name]);
  const ofPlaces = await detailOf(() => checkImport(acting, lines));
  return {
    changeIds,
    deletions: together.length,
    groups: lines.length,
    roles: (await stores.roles.findMany([...roles.keys()])).length,
    paths,
    problems: [...problems, ...ofPlaces, ...(await roleProblems(acting, { lines, roles }))],
  };
}

/** Queues a recreation: an import whose payload is `{ changeIds }`. @throws Problem 404, 409 with all problems, 429 */
export async function enqueueRecreation(...[acting, id, run]: Parameters<typeof checkRecreation>) {
  const { changeIds, problems } = await checkRecreation(acting, id, run);
  if (problems.length > 0) throw new Problem(409, problems);
  return enqueueJob(acting, importGroupsKind, { changeIds }, 'Queued: recreate groups');
}

/** What deletions have kept, but for groups that exist: a deletion that wasn't finished has left them. @throws Problem 404, 409 */
export async function findDeleted(
  { changes, groupBatches }: Stores,
  changeIds: readonly number[],
): Promise<Deleted> {
  const lines: RecreatedLine[] = [];
  /** The number of each group's line, by its former id. */
  const numbers = new Map<number, number>();
  const roles: Deleted['roles'] = new Map();
  let length = 0;
  for (const changeId of changeIds) {
    const stored = orNotFound(await changes.deletedGroups(changeId), `Deletion ${changeId}`);
    if (stored.length === 0)
      throw new Problem(409, [
        "the groups aren't kept: they took more than 8 MB, or newer deletions needed the space",
      ]);
    for await (const text of keptGroups(stored)) {
      length += text.length;
      if (length > limits.keptGroupsText)
        throw new Problem(409, ['the groups are too large to recreate together']);
      const groups = JSON.parse(text) as DeletedGroup[];
      const ids = groups.map(({ id }) => id);
      const existing = new Set(await groupBatches.within(ids, 'all'));
      for (const { id, parentId, roleIds, ...texts } of groups) {
        // An unfinished deletion has kept what a later one has kept, too.
        if (existing.has(id) || numbers.has(id)) continue;
        const parent = numbers.get(parentId) ?? groupPath(parentId);
        const above = typeof parent === 'string' ? parent : (lines[parent - 1]?.above ?? '');
        for (const roleId of roleIds) roles.set(roleId, [...(roles.get(roleId) ?? []), lines.length]);
        numbers.set(id, lines.push({ parent, above, ...texts }));
      }
    }
  }
  return { lines, roles };
}

/** Has roles apply again to recreated groups; in the transaction that creates them. @throws Problem 403, 404 */
export async function restoreRoles(acting: Acting, deleted: Deleted, { groups }: ImportPlan): Promise<void> {
  const { roles } = acting.stores;
  if (deleted.roles.size > 0) await roles.lockGrants();
  for (const { id, groupIds } of await roles.findMany([...deleted.roles.keys()])) {
    const added = deleted.roles.get(id)?.flatMap((line) => groups[line]?.id ?? []) ?? [];
    await updateRole(acting, id, { group_resources: [...groupIds, ...added].map(groupPath) });
  }
}

/** Why roles can't apply to the groups again. Those that were deleted don't matter. */
async function roleProblems(acting: Acting, { lines: all, roles }: Deleted): Promise<string[]> {
  const problems = new Set<string>();
  for (const role of await acting.stores.roles.findMany([...roles.keys()])) {
    const lines = roles.get(role.id)?.flatMap((line) => all[line] ?? []) ?? [];
    // The caller must hold what a role grants where the groups will be: below these, which exist.
    const groupIds = lines.flatMap(({ above }) => groupIdOf(above) ?? []);
    if ((await detailOf(() => getRole(acting, role.id))).length > 0) {
      problems.add("a role that isn't visible to you applied to these groups");
      continue;
    }
    const detail = await detailOf(async () => {
      await getRole(acting, role.id, changeAccess);
      await requireGrants(acting, [role, { features: role.features, groupIds }]);
      if (role.groupIds.length + lines.length > limits.groupsPerRole)
        throw new Problem(409, [`would apply to more than ${limits.groupsPerRole} groups`]);
    });
    for (const sentence of detail) problems.add(msg`${role.name}: ${sentence}`);
  }
  return [...problems];
}
