import { groupIdOf } from '../../../contract/groups/groups.ts';
import type { GroupModel, TreeGroup } from './model.ts';
import { searchText } from '../../../contract/search.ts';

/** The result of a filter. A group can be both a hit and an ancestor of one. */
export class FilterResult {
  private readonly ancestors = new Set<number>();

  /** @param hits in the service's order */
  constructor(
    model: GroupModel,
    readonly hits: ReadonlySet<number>,
  ) {
    for (const id of hits) {
      // If one is known, all above it are.
      for (
        let above = model.get(id)?.parent;
        above !== undefined && !this.ancestors.has(above);
        above = model.get(above)?.parent
      )
        this.ancestors.add(above);
    }
  }

  get hitCount(): number {
    return this.hits.size;
  }

  isHit(id: number): boolean {
    return this.hits.has(id);
  }

  /** Whether a group is an ancestor of a hit. */
  leadsToHit(id: number): boolean {
    return this.ancestors.has(id);
  }

  /** Whether a group is only an ancestor of a hit: shown dimmed, to keep hits in place. */
  isContext(id: number): boolean {
    return this.leadsToHit(id) && !this.isHit(id);
  }
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
  const texts = textsOf(model);
  const nameOf = (group: TreeGroup) => texts.get(group.id)?.name ?? '';
  const isBelow = (group: TreeGroup) => {
    let parent = group.parent;
    for (const name of above.toReversed()) {
      const found = parent === undefined ? undefined : model.get(parent);
      if (!found || !nameOf(found).includes(name)) return false;
      parent = found.parent;
    }
    return true;
  };
  const isHit = (group: TreeGroup) => {
    if (group.id === id) return true;
    if (query.startsWith('/groups/')) return false;
    if (nameOf(group).includes(query) || texts.get(group.id)?.description.includes(query)) return true;
    return above.length > 0 && nameOf(group).includes(own) && isBelow(group);
  };
  const hits = [...model.groups.values()].filter(isHit);
  return new FilterResult(model, new Set(hits.map((group) => group.id)));
}

/** Names and descriptions in lower case: converting them for every letter typed would be slow. */
const lowerCase = new WeakMap<GroupModel, ReadonlyMap<number, { name: string; description: string }>>();

function textsOf(model: GroupModel) {
  const texts =
    lowerCase.get(model) ??
    new Map(
      [...model.groups.values()].map(({ id, name, description }) => [
        id,
        { name: searchText(name.replaceAll('\n', ' ')), description: searchText(description) },
      ]),
    );
  lowerCase.set(model, texts);
  return texts;
}
