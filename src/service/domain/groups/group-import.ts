import { defaultGroupId, groupIdOf, groupPath } from '../../../contract/groups/groups.ts';
import type { GroupImportLine } from '../../../contract/groups/group-imports.ts';
import { reachOf, requireOnGroup, visibleTo, type Acting } from '../access/caller.ts';
import type { NewGroup, Stores } from '../ports.ts';
import type { Scope } from '../scope.ts';
import { Problem } from '../problem.ts';
import { isolate, msg } from '../../../contract/isolate.ts';
import { chunksOf } from '../yielding.ts';
import { changeGroups } from './groups.ts';

/** The job kind of a group import. Its lines are parts of the job, or those of `{ changeIds }`, the deletions to recreate. */
export const importGroupsKind = 'import-groups';

/** A deleted group as a line of an import, its former path, by which lines after it refer to it, and the group above that exists. */
export type RecreatedLine = GroupImportLine & { parent: string; former: string; above: string };
type Line = GroupImportLine & { former?: string };

const maxProblems = 20;
const reserveSize = 2_000;

/** A position in the tree: of an existing group, or below another position. Lines can refer to each other's groups in any way. */
interface Place {
  /** Of an existing group, and of a new one once it's reserved. */
  id?: number | undefined;
  below?: Map<string, Place>;
  /** The line that creates the group, counted from 0. */
  line?: number;
}

/** A line with its group's position and its parent's. */
interface Placed {
  place: Place;
  parent: Place;
  values: Line;
}

/** The groups to create, parents before children, and the existing groups that get subgroups. */
export interface ImportPlan {
  groups: NewGroup[];
  parents: number[];
  /** The new id of a group that's recreated. */
  idOf(former: string): number | undefined;
}

class LineProblems {
  private readonly found: { line: number; problem: string }[] = [];

  constructor(private readonly lines: readonly Line[]) {}

  /** A line for its author. */
  labelOf(line: number): string {
    const { former, line: number = line + 1 } = this.lines[line] ?? {};
    return former === undefined ? `line ${number}` : 'another deleted group';
  }

  private sentence(line: number, problem: string): string {
    const { former, name = '' } = this.lines[line] ?? {};
    return former === undefined ? `${this.labelOf(line)}: ${problem}` : msg`${name}: ${problem}`;
  }

  add(line: number, problem: string): void {
    this.found.push({ line, problem });
  }

  throwIfAny(): void {
    if (this.found.length === 0) return;
    const sentences = this.found
      .toSorted((one, other) => one.line - other.line)
      .slice(0, maxProblems)
      .map(({ line, problem }) => this.sentence(line, problem));
    const more = this.found.length - sentences.length;
    throw new Problem(409, more > 0 ? [...sentences, `and ${more} more problems`] : sentences);
  }
}

/** Plans an import that `checkImport` has nothing against. */
export async function planImport(...args: Parameters<typeof checkImport>): Promise<ImportPlan> {
  const { placed, parents, formers } = await checkImport(...args);
  const groups = await inOrder(args[0].stores, placed);
  return { groups, parents, idOf: (former) => formers.get(former)?.id };
}

/**
 * Determines every line's position, and checks that the caller may create a group there and that its name isn't taken. Works
 * in chunks, so that other requests aren't blocked.
 * @param report called between chunks with the number of checked lines
 * @throws Problem naming the invalid lines
 */
export async function checkImport(
  acting: Acting,
  lines: readonly Line[],
  report: (checked: number) => Promise<void> = async () => undefined,
) {
  const problems = new LineProblems(lines);
  const parentOf = await resolveParents(acting, lines);
  const placed: Placed[] = [];
  const formers = new Map<string, Place>();
  await report(0);
  for await (const some of chunksOf(lines)) {
    for (const values of some) {
      const line = placed.length;
      const named = values.parent ?? groupPath(acting.caller.groupId);
      const parent = formers.get(String(named)) ?? parentOf(named);
      const place = placeBelow(parent, values.name);
      if (values.former !== undefined) formers.set(values.former, place);
      if (place.line === undefined) place.line = line;
      else problems.add(line, `name: ${problems.labelOf(place.line)} has the same name and parent`);
      placed.push({ place, parent, values });
    }
  }
  const parents = [...new Set(placed.flatMap(({ parent }) => parent.id ?? []))];
  const usable = await checkParents(acting, placed, parents, problems);
  await checkNames(acting.stores, placed, usable, problems, report);
  problems.throwIfAny();
  return { placed, parents, formers };
}

function placeBelow(parent: Place, name: string): Place {
  parent.below ??= new Map();
  const place = parent.below.get(name) ?? {};
  parent.below.set(name, place);
  return place;
}

/**
 * Resolves parents, those given as names level by level from the Default group. A group that the caller can't see is treated as
 * missing, so that no one can probe for names.
 */
async function resolveParents(
  { stores, caller }: Acting,
  lines: readonly GroupImportLine[],
): Promise<(parent: string | readonly string[]) => Place> {
  const known = new Map<number, Place>();
  const existing = (id: number): Place => {
    const place = known.get(id) ?? { id };
    known.set(id, place);
    return place;
  };
  const root = existing(defaultGroupId);
  const paths = new Map<string, { names: readonly string[]; at: Place }>();
  for await (const some of chunksOf(lines)) {
    for (const { parent } of some)
      if (Array.isArray(parent)) paths.set(JSON.stringify(parent), { names: parent, at: root });
  }
  let open = [...paths.values()];
  for (let depth = 0; open.length > 0; depth += 1) {
    const nameOf = (names: readonly string[]) => names[depth] ?? '';
    const found = await findNamed(
      stores,
      open.map(({ names, at }) => ({ parentId: at.id, name: nameOf(names) })),
    );
    for await (const some of chunksOf(open)) {
      for (const path of some) {
        const id = found.get(`${path.at.id}\n${nameOf(path.names)}`);
        path.at = id === undefined ? placeBelow(path.at, nameOf(path.names)) : existing(id);
      }
    }
    open = open.filter(({ names }) => names.length > depth + 1);
  }
  const ids = [...paths.values()].flatMap(({ at }) => at.id ?? []);
  const visible = await groupsWithin(stores, [...new Set(ids)], visibleTo(caller));
  for await (const some of chunksOf([...paths.values()])) {
    for (const path of some)
      if (path.at.id !== undefined && !visible.has(path.at.id)) path.at = path.names.reduce(placeBelow, root);
  }
  return (parent) =>
    typeof parent === 'string'
      ? existing(groupIdOf(parent) ?? defaultGroupId)
      : (paths.get(JSON.stringify(parent))?.at ?? root);
}

/** @returns the ids of the existing parents in which the caller may create groups */
async function checkParents(
  acting: Acting,
  placed: readonly Placed[],
  ids: readonly number[],
  problems: LineProblems,
): Promise<ReadonlySet<number>> {
  const usable = await groupsWithin(acting.stores, ids, reachOf(acting.caller, changeGroups));
  const reasons = new Map<number, string>();
  for (const id of ids.filter((candidate) => !usable.has(candidate)).slice(0, maxProblems))
    reasons.set(id, await reasonAgainst(acting, id));
  for await (const some of chunksOf([...placed.entries()])) {
    for (const [line, { parent, values }] of some) {
      const { id, line: creator } = parent;
      if (id === undefined ? creator === undefined : !usable.has(id))
        problems.add(line, reasons.get(id ?? -1) ?? missing(values));
    }
  }
  return usable;
}

async function groupsWithin(stores: Stores, ids: readonly number[], scope: Scope): Promise<Set<number>> {
  const within = new Set<number>();
  for await (const some of chunksOf(ids)) {
    for (const id of await stores.groupBatches.within(some, scope)) within.add(id);
  }
  return within;
}

async function reasonAgainst(acting: Acting, id: number): Promise<string> {
  try {
    await requireOnGroup(acting, changeGroups, id);
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
  for await (const some of chunksOf(placed)) {
    const places = some.map(({ parent: { id }, values: { name } }) => ({
      parentId: usable.has(id ?? -1) ? id : undefined,
      name,
    }));
    const found = await findNamed(stores, places);
    for (const [index, { parent, values }] of some.entries()) {
      if (found.has(`${parent.id}\n${values.name}`))
        problems.add(
          checked + index,
          msg`name: another group with the same parent already has the name ${JSON.stringify(values.name)}`,
        );
    }
    await report((checked += some.length));
  }
}

/** Ids of existing groups by the parent's ID and the name, on two lines. Without a parent's ID, there's none. */
async function findNamed(
  stores: Stores,
  places: readonly { parentId: number | undefined; name: string }[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const some of chunksOf(places)) {
    const known = some.flatMap(({ parentId, name }) => (parentId === undefined ? [] : [{ parentId, name }]));
    for (const { id, parentId, name } of await stores.groupBatches.named(known))
      found.set(`${parentId}\n${name}`, id);
  }
  return found;
}

/** The groups of all lines with reserved ids. */
async function inOrder(stores: Stores, placed: readonly Placed[]): Promise<NewGroup[]> {
  const ids: number[] = [];
  while (ids.length < placed.length) {
    const count = Math.min(reserveSize, placed.length - ids.length);
    for (const id of await stores.groupBatches.reserveIds(count)) ids.push(id);
  }
  const groups: NewGroup[] = [];
  for await (const some of chunksOf(placed)) {
    for (const start of some) {
      // From the line up to the first one that's already in the list, or to an existing parent.
      const chain: Placed[] = [];
      for (let next: Placed | undefined = start; next && next.place.id === undefined;) {
        chain.push(next);
        next = next.parent.line === undefined ? undefined : placed[next.parent.line];
      }
      for (const { place, parent, values } of chain.toReversed()) {
        place.id = ids[groups.length];
        const { name, description } = values;
        groups.push({ id: place.id ?? 0, name, description, parentId: parent.id ?? defaultGroupId });
      }
    }
  }
  return groups;
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

function missing({ parent }: GroupImportLine): string {
  const named = Array.isArray(parent) ? parent.map(isolate).join(' › ') : (parent ?? '');
  return `parent: ${named} doesn't exist or isn't visible to you, and no line creates it`;
}
