import type { GroupModel } from '../model.ts';

/** A model laid out for searching: everything about one group stands at the same place of each array. */
export interface SearchIndex {
  ids: readonly number[];
  /** Name and description in lower case, a line each. */
  texts: readonly string[];
  /** The place of the parent; -1 at the top. */
  parents: Int32Array;
  places: ReadonlyMap<number, number>;
}

const indexes = new WeakMap<GroupModel, SearchIndex>();

/** The index of a model, made when it is first asked for. */
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
