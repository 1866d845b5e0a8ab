import { defaultGroupId, groupIdOf, groupPath } from '../../../contract/groups/groups.ts';
import type { GroupImportLine } from '../../../contract/groups/group-imports.ts';
import { reachOf, requireOnGroup, type Acting } from '../access/caller.ts';
import type { NewGroup, Stores } from '../ports.ts';
import { detailOf, Problem } from '../problem.ts';
import { msg } from '../../../contract/isolate.ts';
import { chunksOf } from '../yielding.ts';
import { changeGroups } from './groups.ts';

/** The job kind of a group import. Its lines are parts of the job, or those of `{ changeIds }`, the deletions to recreate. */
export const importGroupsKind = 'import-groups';

/** A deleted group as a line of an import, and the group above that exists. */
export type RecreatedLine = GroupImportLine & { above: string };
type Line = GroupImportLine & Partial<RecreatedLine>;

const maxProblems = 20;
const reserveSize = 2_000;

/** The groups to create, in the order of their lines, and the existing groups that get subgroups. */
export interface ImportPlan {
  groups: NewGroup[];
  parents: number[];
}

/** The existing parent of a line's group; undefined if another line creates it. */
function existingParent({ caller }: Acting, { parent }: Line): number | undefined {
  if (parent === undefined) return caller.groupId;
  return typeof parent === 'string' ? groupIdOf(parent) : undefined;
}

/** Plans an import that `checkImport` has nothing against. */
export async function planImport(...args: Parameters<typeof checkImport>): Promise<ImportPlan> {
  const parents = await checkImport(...args);
  const [acting, lines] = args;
  const ids: number[] = [];
  while (ids.length < lines.length) {
    const count = Math.min(reserveSize, lines.length - ids.length);
    for (const id of await acting.stores.groupBatches.reserveIds(count)) ids.push(id);
  }
  const groups: NewGroup[] = [];
  for await (const some of chunksOf(lines)) {
    for (const line of some) {
      const { name, description, parent } = line;
      const parentId = existingParent(acting, line) ?? ids[Number(parent) - 1] ?? defaultGroupId;
      groups.push({ id: ids[groups.length] ?? 0, name, description, parentId });
    }
  }
  return { groups, parents };
}

/**
 * Checks that the caller may create a group at each line's place and that its name isn't taken. Works in chunks, so that other requests
 * aren't blocked.
 * @param report called between chunks with the number of checked lines
 * @returns the existing groups that get subgroups
 * @throws Problem naming the invalid lines
 */
export async function checkImport(
  acting: Acting,
  lines: readonly Line[],
  report: (checked: number) => Promise<void> = async () => undefined,
): Promise<number[]> {
  const { stores, caller } = acting;
  await report(0);
  const parents = new Set<number>();
  for await (const some of chunksOf(lines))
    for (const id of some.map((each) => existingParent(acting, each))) if (id !== undefined) parents.add(id);
  const usable = new Set<number>();
  for await (const some of chunksOf([...parents]))
    for (const id of await stores.groupBatches.within(some, reachOf(caller, changeGroups))) usable.add(id);
  const reasons = new Map<number, readonly string[]>();
  for (const id of [...parents].filter((each) => !usable.has(each)).slice(0, maxProblems))
    reasons.set(id, await detailOf(() => requireOnGroup(acting, changeGroups, id)));
  const problems: string[] = [];
  const first = new Map<string, number>();
  let line = 0;
  for await (const some of chunksOf(lines)) {
    const placed = some.map((each) => ({ ...each, parentId: existingParent(acting, each) ?? -1 }));
    const named = await stores.groupBatches.named(placed.filter(({ parentId }) => usable.has(parentId)));
    const taken = new Set(named.map(({ parentId, name }) => `${parentId}\n${name}`));
    for (const { parent, parentId, name, above } of placed) {
      line += 1;
      const fail = (problem: string) =>
        problems.push(above === undefined ? `line ${line}: ${problem}` : msg`${name}: ${problem}`);
      const isNew = parentId === -1;
      const place = `${isNew ? `line ${String(parent)}` : parentId}\n${name}`;
      const same = first.get(place);
      const [reason = `${groupPath(parentId)} can't be used`] = reasons.get(parentId) ?? [];
      if (isNew && (typeof parent !== 'number' || parent >= line))
        fail(`parent: line ${String(parent)} isn't before this one`);
      if (same === undefined) first.set(place, line);
      else if (above === undefined) fail(`name: line ${same} has the same name and parent`);
      else fail('name: another deleted group has the same name and parent');
      if (!isNew && !usable.has(parentId)) fail(`parent: ${reason}`);
      if (taken.has(place))
        fail(msg`name: another group with the same parent already has the name ${JSON.stringify(name)}`);
    }
    await report(line);
  }
  const more = problems.length - maxProblems;
  if (problems.length > 0)
    throw new Problem(409, [
      ...problems.slice(0, maxProblems),
      ...(more > 0 ? [`and ${more} more problems`] : []),
    ]);
  return [...parents];
}

/** The lowest group that contains all of these; existing groups. */
export async function commonGroup(stores: Stores, ids: readonly number[]): Promise<number> {
  let common: readonly number[] | undefined;
  for await (const some of chunksOf(ids)) {
    for (const path of (await stores.groups.paths(some)).values()) {
      const shared = new Set(path);
      common = common?.filter((id) => shared.has(id)) ?? path;
    }
  }
  return common?.[0] ?? defaultGroupId;
}
