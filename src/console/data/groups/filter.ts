import { groupIdOf } from '../../../contract/groups/groups.ts';
import type { GroupModel, TreeGroup } from './model.ts';
import { searchText } from '../../../contract/search.ts';

/** The result of a filter. A group can be both a hit and an ancestor of one; those that are only ancestors keep hits in place. */
export interface FilterResult {
  /** In the service's order. */
  hits: ReadonlySet<number>;
  ancestors: ReadonlySet<number>;
}

/**
 * Finds groups by part of their name or description, by id, by path (`/groups/42`), or by parent names (`EMEA/Acme`).
 * @returns undefined for an empty filter
 */
export function filterGroups(model: GroupModel, text: string): FilterResult | undefined {
  const query = searchText(text.trim());
  if (query === '') return undefined;
  const path = groupIdOf(query);
  const id = path ?? (/^\d{1,15}$/.test(query) ? Number(query) : undefined);
  const above = query.split(/[/›>]/).map((name) => name.trim());
  const own = above.pop() ?? '';
  const isBelow = (group: TreeGroup) => {
    let parent = group.parent;
    for (const name of above.toReversed()) {
      const found = parent === undefined ? undefined : model.get(parent);
      if (!found || !textsOf(found).name.includes(name)) return false;
      parent = found.parent;
    }
    return true;
  };
  const isHit = (group: TreeGroup) => {
    if (group.id === id) return true;
    if (query.startsWith('/groups/')) return false;
    const { name, description } = textsOf(group);
    if (name.includes(query) || description.includes(query)) return true;
    return above.length > 0 && name.includes(own) && isBelow(group);
  };
  const hits = new Set<number>();
  const ancestors = new Set<number>();
  for (const group of model.groups.values()) {
    if (!isHit(group)) continue;
    hits.add(group.id);
    // If one is known, all above it are.
    for (let at = group.parent; at !== undefined && !ancestors.has(at); at = model.get(at)?.parent)
      ancestors.add(at);
  }
  return { hits, ancestors };
}

/**
 * Finds groups as `filterGroups` does: first those whose name is the text, then those whose name begins with it. Otherwise the
 * groups of a branch, which match its name through their description or path, could hide the branch itself.
 * @param most how many to return
 * @returns any groups for an empty text
 */
export function bestMatches(model: GroupModel, text: string, most: number): TreeGroup[] {
  const filter = filterGroups(model, text);
  if (!filter) return [...model.groups.values()].slice(0, most);
  const query = searchText(text).split(/[/›>]/).at(-1)?.trim() ?? '';
  const rankOf = ({ name }: TreeGroup) => {
    const searched = searchText(name);
    if (!searched.startsWith(query)) return 2;
    return searched.length === query.length ? 0 : 1;
  };
  const found = [...filter.hits].flatMap((id) => model.get(id) ?? []);
  return found.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, most);
}

/** A group's texts as they're compared. Kept with it: converting them for every letter typed would be slow. */
function textsOf(group: TreeGroup) {
  const { name, description } = group;
  group.searched ??= { name: searchText(name.replaceAll('\n', ' ')), description: searchText(description) };
  return group.searched;
}
