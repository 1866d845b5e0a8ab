import type { GroupModel } from './model.ts';

/** A model in columns for searching: each group has the same position in every array. */
export interface SearchIndex {
  ids: readonly number[];
  /** Name and description in lower case, separated by a line break. */
  texts: readonly string[];
  /** The parent's position; -1 at the top. */
  parents: Int32Array;
  places: ReadonlyMap<number, number>;
}

const indexes = new WeakMap<GroupModel, SearchIndex>();

/** A model's index, built on first use. */
export function searchIndex(model: GroupModel): SearchIndex {
  const known = indexes.get(model);
  if (known) return known;
  const groups = [...model.groups.values()];
  const places = new Map(groups.map(({ id }, place) => [id, place]));
  const index = {
    ids: groups.map(({ id }) => id),
    texts: groups.map(({ name, description }) =>
      `${name.replaceAll('\n', ' ')}\n${description}`.toLocaleLowerCase(),
    ),
    parents: Int32Array.from(groups, ({ parent }) =>
      parent === undefined ? -1 : (places.get(parent) ?? -1),
    ),
    places,
  };
  indexes.set(model, index);
  return index;
}
