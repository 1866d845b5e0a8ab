import type { GroupImportLine } from '../../../contract/groups/group-imports.ts';
import { defaultGroupId, groupIdOf } from '../../../contract/groups/groups.ts';
import { namesTo, readingsOf, writeNames } from '../../data/groups/group-table.ts';
import type { GroupModel } from '../../data/groups/model.ts';
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
  problems: string[];
}

/** The existing groups, all loaded. */
export interface KnownGroups {
  model: GroupModel;
  /** The user's own group, below which rows without a parent go. */
  own: number;
}

/** What a tree shows of the existing groups. Nothing if it doesn't begin at the top: then names from there can't be followed. */
export function knownGroups(model: GroupModel, own: number | undefined): KnownGroups | undefined {
  return own !== undefined && model.get(defaultGroupId) ? { model, own } : undefined;
}

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
    if (!row.group) continue;
    const parent = placeOf(row, exists, known !== undefined, usual(row));
    if (Array.isArray(row.group.parent)) row.group.parent = parent;
    const place = keyOf([...parent, row.group.name]);
    const first = seen.get(place);
    if (first !== undefined) row.problems.push(`name: line ${first} has the same name and parent`);
    else if (places.has(place)) row.problems.push('name: a group with this name and parent already exists');
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

const keyOf = (names: readonly string[]) => JSON.stringify(names);
const firstReading = (written: string) => readingsOf(written)[0] ?? [];

/** The names to the group at a path; a name that no group has if it doesn't exist. */
function pathNames(path: string, known: KnownGroups | undefined): string[] {
  const id = groupIdOf(path);
  if (id === undefined || !known?.model.get(id)) return id === defaultGroupId ? [] : [path];
  return namesTo(known.model, id);
}

/** Of a large tree, finding all places takes a while. */
const placesOf = new WeakMap<GroupModel, ReadonlySet<string>>();

function existingPlaces(model: GroupModel | undefined): ReadonlySet<string> {
  const found = model && placesOf.get(model);
  if (found) return found;
  const places = new Set([keyOf([])]);
  const visit = (id: number, above: readonly string[]) => {
    const group = model?.get(id);
    if (!model || !group) return;
    const names = id === defaultGroupId ? above : [...above, group.name];
    places.add(keyOf(names));
    for (const child of model.children(id)) visit(child, names);
  };
  for (const id of model?.children() ?? []) visit(id, []);
  if (model) placesOf.set(model, places);
  return places;
}
