import { parentRule, type GroupImportLine } from '../../../contract/groups/group-imports.ts';
import { defaultGroupId, groupIdOf } from '../../../contract/groups/groups.ts';
import { limits } from '../../../contract/limits.ts';
import { namesTo, readingsOf, writeNames } from '../../data/groups/group-table.ts';
import type { GroupModel, TreeGroup } from '../../data/groups/model.ts';
import { msg } from '../../lib/text.ts';

/** A group to import, as written in the text. */
export interface ImportRow {
  /** The line that it begins on, from 1. */
  line: number;
  name: string;
  /** As written: a path, or names from the top. */
  parent: string;
  /** What is sent; absent if the row is invalid. */
  group?: GroupImportLine;
  /** The names of the parent from the top, as far as they're known. */
  place?: string[];
  problems: string[];
}

/** The existing groups, all loaded. */
export interface KnownGroups {
  model: GroupModel;
  /** The user's own group, below which rows without a parent go. */
  own: number;
  /** Whether the tree begins at the Default group: otherwise names from there can't be followed. */
  fromTop: boolean;
}

/** What a tree shows of the existing groups. */
export function knownGroups(model: GroupModel, own: number | undefined): KnownGroups | undefined {
  return own !== undefined && model.has(own) ? { model, own, fromTop: model.has(defaultGroupId) } : undefined;
}

/** Whether a row's parent can be followed in the tree. */
const isFollowed = ({ parent }: ImportRow, known: KnownGroups | undefined) =>
  known?.fromTop === true || parent === '' || parent.startsWith('/');

/**
 * Decides where each row's group goes, and adds a problem to rows whose parent doesn't exist or can be read in two ways, and to
 * those of names that are taken. Without the existing groups, only what the text itself shows.
 */
export function placeRows(rows: readonly ImportRow[], known: KnownGroups | undefined): void {
  const places = existingPlaces(known?.model);
  const ownNames = known ? namesTo(known.model, known.own) : [];
  const usual = (row: ImportRow) =>
    row.parent === ''
      ? ownNames
      : row.parent.startsWith('/')
        ? pathNames(row.parent, known)
        : firstReading(row.parent);
  const imported = new Set(rows.map((row) => keyOf([...usual(row), row.group?.name ?? row.name])));
  const exists = (names: readonly string[]) => places.has(keyOf(names)) || imported.has(keyOf(names));
  const seen = new Map<string, number>();
  for (const row of rows) {
    row.place = row.group ? placeOf(row, exists, known?.fromTop === true, usual(row)) : usual(row);
    if (!row.group) continue;
    if (Array.isArray(row.group.parent)) {
      row.group.parent = row.place;
      if (row.place.length > limits.importDepth) row.problems.push(`parent: ${parentRule}`);
    }
    const place = keyOf([...row.place, row.group.name]);
    const first = seen.get(place);
    if (first !== undefined) row.problems.push(`name: line ${first} has the same name and parent`);
    else if (isFollowed(row, known) && places.has(place))
      row.problems.push('name: a group with this name and parent already exists');
    else seen.set(place, row.line);
  }
}

/** The names of a row's parent. */
function placeOf(
  row: ImportRow,
  exists: (names: readonly string[]) => boolean,
  isComplete: boolean,
  usual: readonly string[],
): string[] {
  if (!Array.isArray(row.group?.parent)) {
    if (isComplete && row.parent !== '' && !exists(usual))
      row.problems.push(msg`parent: ${row.parent} doesn't exist`);
    return [...usual];
  }
  const readings = readingsOf(row.parent);
  // A name that is written exactly so wins over names between separators.
  const exact = readings.find((names) => names.length === 1 && exists(names));
  const found = exact ? [exact] : readings.filter(exists);
  const [one = readings[0] ?? [], other] = found;
  if (other)
    row.problems.push(
      msg`parent: can be ${writeNames(one)} or ${writeNames(other)}; put names that contain > in quotation marks`,
    );
  else if (found.length === 0 && isComplete)
    row.problems.push(msg`parent: ${row.parent} doesn't exist, and no line creates it`);
  return one;
}

/** Identifies a group by its names from the top. */
export const keyOf = (names: readonly string[]) => JSON.stringify(names);
const firstReading = (written: string) => readingsOf(written)[0] ?? [];

/** The names to the group at a path; a name that no group has if it doesn't exist. */
function pathNames(path: string, known: KnownGroups | undefined): string[] {
  const id = groupIdOf(path);
  if (id === undefined || !known?.model.get(id)) return id === defaultGroupId ? [] : [path];
  return namesTo(known.model, id);
}

/** Of a large tree, finding all places takes a while. */
const placesOf = new WeakMap<GroupModel, ReadonlyMap<string, number>>();

/** The IDs of the existing groups, by `keyOf` their names. */
export function existingPlaces(model: GroupModel | undefined): ReadonlyMap<string, number> {
  const found = model && placesOf.get(model);
  if (found) return found;
  const places = new Map([[keyOf([]), defaultGroupId]]);
  const visit = (id: number, above: readonly string[]) => {
    const group = model?.get(id);
    if (!model || !group) return;
    const names = id === defaultGroupId ? above : [...above, group.name];
    places.set(keyOf(names), id);
    for (const child of model.children(id)) visit(child, names);
  };
  for (const id of model?.children() ?? []) visit(id, []);
  if (model) placesOf.set(model, places);
  return places;
}

/** The groups in the tree that these rows have created, as far as nobody has changed them since. */
export function importedGroups(rows: readonly ImportRow[], known: KnownGroups): TreeGroup[] {
  const places = existingPlaces(known.model);
  return rows.flatMap((row) => {
    if (!row.group || !row.place || !isFollowed(row, known)) return [];
    const id = places.get(keyOf([...row.place, row.group.name]));
    const found = id === undefined ? undefined : known.model.get(id);
    // Another one of the same name, or one that someone has changed since, isn't what was imported.
    return found?.description === row.group.description ? [found] : [];
  });
}
