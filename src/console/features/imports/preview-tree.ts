import { FilterResult } from '../../data/groups/filter.ts';
import { GroupModel, pathTo, type TreeGroup } from '../../data/groups/model.ts';
import { existingPlaces, keyOf, type ImportRow, type KnownGroups } from './place-rows.ts';

/** What an import would add to the tree: its groups and all above them. */
export interface PreviewTree {
  model: GroupModel;
  /** The rows, by the IDs of their groups, which are negative. */
  rows: ReadonlyMap<number, ImportRow>;
  /** Groups above them that neither exist, as far as is known, nor are created. */
  missing: ReadonlySet<number>;
  /** The rows with problems. */
  problems: FilterResult;
}

/** Places an import's rows below the groups that exist. */
export function previewTree(all: readonly ImportRow[], known: KnownGroups | undefined): PreviewTree {
  const places = existingPlaces(known?.model);
  const groups = new Map<number, TreeGroup>();
  const rows = new Map(all.map((row, index) => [-1 - index, row]));
  const added = new Map<string, number>();
  for (const [id, { place = [], name }] of rows) {
    const key = keyOf([...place, name.trim()]);
    if (!added.has(key)) added.set(key, id);
  }
  const missing = new Set<number>();
  const idOf = (names: readonly string[]): number | undefined => {
    if (names.length === 0 && known?.fromTop !== true) return undefined;
    const key = keyOf(names);
    const existing = known?.model.get(places.get(key) ?? -1);
    const id = existing?.id ?? added.get(key) ?? -1 - rows.size - missing.size;
    if (rows.has(id) || groups.has(id)) return id;
    if (!existing) {
      added.set(key, id);
      missing.add(id);
    }
    const parent = names.length === 0 ? undefined : idOf(names.slice(0, -1));
    groups.set(id, { description: '', name: names.at(-1) ?? '', ...existing, id, parent });
    return id;
  };
  for (const [id, { place = [], name, group }] of rows)
    groups.set(id, { id, name, description: group?.description ?? '', parent: idOf(place) });
  const model = new GroupModel(groups);
  const hits = new Set([...rows].flatMap(([id, { problems }]) => (problems.length > 0 ? [id] : [])));
  const ancestors = new Set([...hits].flatMap((id) => pathTo(model, id).slice(0, -1)));
  return { model, rows, missing, problems: new FilterResult(hits, ancestors) };
}

/** Of groups that an import has created, those to delete, and those that contain others by now. */
export function deletableOf(model: GroupModel, imported: readonly TreeGroup[]) {
  const ids = new Set(imported.map(({ id }) => id));
  const mixed = new Set<number>();
  for (const { id } of imported) {
    if (model.children(id).every((child) => ids.has(child))) continue;
    for (let at: number | undefined = id; at !== undefined && ids.has(at); at = model.get(at)?.parent)
      mixed.add(at);
  }
  const isWhole = (id: number | undefined) => id !== undefined && ids.has(id) && !mixed.has(id);
  // A group is deleted with what's below it.
  return { mixed, groups: imported.filter(({ id, parent }) => mixed.has(id) || !isWhole(parent)) };
}
