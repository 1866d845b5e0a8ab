import type { FeaturePrivilege } from '../../../contract/access/decision.ts';
import { defaultGroupId, groupIdOf, groupPath } from '../../../contract/groups/groups.ts';
import type { GroupImportLine } from '../../../contract/groups/group-imports.ts';
import { reachOf, requireOnGroup, visibleTo, type Acting } from '../access/caller.ts';
import type { NewGroup, Stores } from '../ports.ts';
import type { Scope } from '../scope.ts';
import { Problem } from '../problem.ts';
import { isolate, msg } from '../../../contract/isolate.ts';
import { forEachYielding } from '../yielding.ts';

/** The job kind of a group import; its payload is `{ groups }`, the lines. */
export const importGroupsKind = 'import-groups';

const change: FeaturePrivilege = { feature: 'group', privilege: 'rw' };
const chunkSize = 1_000;
const maxProblems = 20;

/**
 * A position in the tree: an existing group's id, or a new group identified by its parent's position and its name. Equal
 * positions are equal strings, so that lines can refer to each other's groups in any way.
 */
type Place = `group ${number}` | `new ${number}`;

/** A line with its group's position and its parent's. */
interface Placed {
  line: number;
  place: Place;
  parent: Place;
  values: GroupImportLine;
}

/** The groups to create: parents before children; `parent` is an existing group or an earlier one in the list. */
export interface ImportPlan {
  groups: { name: string; description: string; parent: { id: number } | { index: number } }[];
  /** Existing groups that get subgroups. */
  parents: number[];
}

/** Collects problems by line. */
class LineProblems {
  private readonly found: { line: number; problem: string }[] = [];

  constructor(private readonly lines: readonly GroupImportLine[]) {}

  /** The number of a line for its author. */
  numberOf(line: number): number {
    return this.lines[line]?.line ?? line + 1;
  }

  add(line: number, problem: string): void {
    this.found.push({ line, problem });
  }

  throwIfAny(): void {
    if (this.found.length === 0) return;
    const sentences = this.found
      .toSorted((one, other) => one.line - other.line)
      .slice(0, maxProblems)
      .map(({ line, problem }) => `line ${this.numberOf(line)}: ${problem}`);
    const more = this.found.length - sentences.length;
    throw new Problem(409, more > 0 ? [...sentences, `and ${more} more problems`] : sentences);
  }
}

/**
 * Determines every line's position, and checks that the caller may create a group there and that its name isn't taken. Works
 * in chunks, so that other requests aren't blocked.
 * @param report called between chunks with the number of checked lines
 * @throws Problem naming the invalid lines
 */
export async function planImport(
  acting: Acting,
  lines: readonly GroupImportLine[],
  report: (checked: number) => Promise<void>,
): Promise<ImportPlan> {
  const problems = new LineProblems(lines);
  const newPlaces = new Map<string, Place>();
  const placeBelow = (parent: Place, name: string): Place => {
    const key = `${parent}\n${name}`;
    const known = newPlaces.get(key) ?? (`new ${newPlaces.size}` as const);
    newPlaces.set(key, known);
    return known;
  };
  const parentOf = await resolvePaths(acting, lines, placeBelow);

  const placed: Placed[] = [];
  const byPlace = new Map<Place, number>();
  await report(0);
  await forEachYielding(lines.entries(), ([line, values]) => {
    const parent = parentOf(values.parent ?? groupPath(acting.caller.groupId));
    const place = placeBelow(parent, values.name);
    const first = byPlace.get(place);
    if (first === undefined) byPlace.set(place, line);
    else problems.add(line, `name: line ${problems.numberOf(first)} has the same name and parent`);
    placed.push({ line, place, parent, values });
  });
  await forEachYielding(placed, ({ line, parent, values }) => {
    if (parent.startsWith('new') && !byPlace.has(parent)) problems.add(line, missing(values));
  });
  const parents = await idsOf(placed, ({ parent }) => parent);
  const usable = await checkParents(acting, placed, parents, problems);
  await checkNames(acting.stores, placed, usable, problems, report);
  problems.throwIfAny();
  return { groups: await inOrder(placed, byPlace), parents };
}

/**
 * Resolves parents given as names, level by level from the Default group. A group that the
 * caller can't see is treated as missing, so that no one can probe for names.
 */
async function resolvePaths(
  { stores, caller }: Acting,
  lines: readonly GroupImportLine[],
  placeBelow: (parent: Place, name: string) => Place,
): Promise<(parent: string | readonly string[]) => Place> {
  const paths = new Map<string, readonly string[]>();
  await forEachYielding(lines, ({ parent }) => {
    if (Array.isArray(parent)) paths.set(JSON.stringify(parent), parent);
  });
  const reached = new Map<string, Place>();
  let open: [string, readonly string[]][] = [];
  await forEachYielding(paths, ([key, names]) => {
    reached.set(key, `group ${defaultGroupId}`);
    open.push([key, names]);
  });
  for (let depth = 0; open.length > 0; depth += 1) {
    const places: { parentId: number; name: string }[] = [];
    await forEachYielding(open, ([key, names]) => {
      const id = idOf(reached.get(key));
      if (id !== undefined) places.push({ parentId: id, name: names[depth] ?? '' });
    });
    const found = await findNamed(stores, places);
    const deeper: typeof open = [];
    await forEachYielding(open, ([key, names]) => {
      const at = reached.get(key) ?? `group ${defaultGroupId}`;
      const name = names[depth] ?? '';
      const id = found.get(`${idOf(at)}\n${name}`);
      reached.set(key, id === undefined ? placeBelow(at, name) : `group ${id}`);
      if (names.length > depth + 1) deeper.push([key, names]);
    });
    open = deeper;
  }
  const existing = await idsOf(reached.values(), (place) => place);
  const visible = await groupsWithin(stores, existing, visibleTo(caller));
  await forEachYielding(paths, ([key, names]) => {
    const id = idOf(reached.get(key));
    if (id !== undefined && !visible.has(id))
      reached.set(key, names.reduce<Place>(placeBelow, `group ${defaultGroupId}`));
  });
  return (parent) =>
    typeof parent === 'string'
      ? `group ${groupIdOf(parent) ?? defaultGroupId}`
      : (reached.get(JSON.stringify(parent)) ?? `group ${defaultGroupId}`);
}

/** @returns the ids of the existing parents in which the caller may create groups */
async function checkParents(
  acting: Acting,
  placed: readonly Placed[],
  ids: readonly number[],
  problems: LineProblems,
): Promise<ReadonlySet<number>> {
  const within = await groupsWithin(acting.stores, ids, reachOf(acting.caller, change));
  const reasons = new Map<number, string>();
  for (const id of ids.filter((candidate) => !within.has(candidate)).slice(0, maxProblems))
    reasons.set(id, await reasonAgainst(acting, id));
  await forEachYielding(placed, ({ line, parent, values }) => {
    const id = idOf(parent);
    if (id !== undefined && !within.has(id)) problems.add(line, reasons.get(id) ?? missing(values));
  });
  return within;
}

/** The groups within a scope. */
async function groupsWithin(stores: Stores, ids: readonly number[], scope: Scope): Promise<Set<number>> {
  const within = new Set<number>();
  for (const some of chunksOf(ids)) {
    for (const id of await stores.groupBatches.within(some, scope)) within.add(id);
  }
  return within;
}

async function reasonAgainst(acting: Acting, id: number): Promise<string> {
  try {
    await requireOnGroup(acting, change, id);
    return `parent: ${groupPath(id)} can't be used`;
  } catch (error) {
    if (error instanceof Problem) return `parent: ${error.message}`;
    throw error;
  }
}

async function checkNames(
  stores: Stores,
  placed: readonly Placed[],
  usable: ReadonlySet<number>,
  problems: LineProblems,
  report: (checked: number) => Promise<void>,
): Promise<void> {
  let checked = 0;
  for (const some of chunksOf(placed)) {
    const places = some.flatMap(({ parent, values }) => {
      const parentId = idOf(parent);
      return parentId === undefined || !usable.has(parentId) ? [] : [{ parentId, name: values.name }];
    });
    const found = await findNamed(stores, places);
    for (const { line, parent, values } of some) {
      if (found.has(`${idOf(parent)}\n${values.name}`))
        problems.add(
          line,
          msg`name: another group with the same parent already has the name ${JSON.stringify(values.name)}`,
        );
    }
    await report((checked += some.length));
  }
}

/** Ids of existing groups by the parent's ID and the name, on two lines. */
async function findNamed(
  stores: Stores,
  places: readonly { parentId: number; name: string }[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const some of chunksOf(places)) {
    for (const { id, parentId, name } of await stores.groupBatches.named(some))
      found.set(`${parentId}\n${name}`, id);
  }
  return found;
}

async function inOrder(
  placed: readonly Placed[],
  byPlace: ReadonlyMap<Place, number>,
): Promise<ImportPlan['groups']> {
  const groups: ImportPlan['groups'] = [];
  const indexOf = new Map<number, number>();
  await forEachYielding(placed, (start) => {
    // From the line up to the first one that's already in the list, or to an existing parent.
    const chain: Placed[] = [];
    for (let next: Placed | undefined = start; next && !indexOf.has(next.line);) {
      chain.push(next);
      const above: number | undefined = byPlace.get(next.parent);
      next = above === undefined ? undefined : placed[above];
    }
    for (const { line, parent, values } of chain.toReversed()) {
      const above = byPlace.get(parent);
      const index = above === undefined ? undefined : indexOf.get(above);
      indexOf.set(line, groups.length);
      groups.push({
        name: values.name,
        description: values.description,
        parent: index === undefined ? { id: idOf(parent) ?? defaultGroupId } : { index },
      });
    }
  });
  return groups;
}

/** The lowest group that contains all of these; existing groups. */
export async function commonGroup(stores: Stores, ids: readonly number[]): Promise<number> {
  let common: readonly number[] | undefined;
  for (const some of chunksOf(ids)) {
    for (const path of (await stores.groups.paths(some)).values()) {
      const shared = new Set(path);
      common = common?.filter((id) => shared.has(id)) ?? path;
    }
  }
  return common?.[0] ?? defaultGroupId;
}

/** Assigns reserved ids to the groups of a plan. */
export async function withIds(plan: ImportPlan, ids: readonly number[]): Promise<NewGroup[]> {
  const idAt = (index: number) => {
    const id = ids[index];
    if (id === undefined) throw new RangeError(`No id was reserved for group ${index} of the import`);
    return id;
  };
  const groups: NewGroup[] = [];
  await forEachYielding(plan.groups, ({ name, description, parent }) => {
    const parentId = 'id' in parent ? parent.id : idAt(parent.index);
    groups.push({ id: idAt(groups.length), name, description, parentId });
  });
  return groups;
}

/** The distinct ids of positions that are existing groups. */
async function idsOf<Item>(items: Iterable<Item>, placeOf: (item: Item) => Place): Promise<number[]> {
  const ids = new Set<number>();
  await forEachYielding(items, (item) => {
    const id = idOf(placeOf(item));
    if (id !== undefined) ids.add(id);
  });
  return [...ids];
}

function idOf(place: Place | undefined): number | undefined {
  return place?.startsWith('group ') ? Number(place.slice('group '.length)) : undefined;
}

function missing({ parent }: GroupImportLine): string {
  const named = Array.isArray(parent) ? parent.map(isolate).join(' › ') : (parent ?? '');
  return `parent: ${named} doesn't exist or isn't visible to you, and no line creates it`;
}

function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += chunkSize) yield items.slice(start, start + chunkSize);
}
