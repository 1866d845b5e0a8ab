import { groupIdOf } from '../../../contract/groups.ts';
import type { GroupModel, TreeGroup } from './model.ts';

/** What a filter leaves of the tree. */
export interface FilterResult {
  hits: ReadonlySet<number>;
  /** Groups above hits that are no hits themselves: shown dimmed, so that hits stay in their place. */
  context: ReadonlySet<number>;
}

/**
 * Finds groups by part of their name or description, by id, by path (`/groups/42`), or by names from above
 * (`EMEA/Acme`).
 * @returns undefined for a filter without text
 */
export function filterGroups(model: GroupModel, text: string): FilterResult | undefined {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return undefined;
  const matches = matcher(model, wanted);
  const hits = new Set<number>();
  const context = new Set<number>();
  for (const group of model.groups.values()) if (matches(group)) hits.add(group.id);
  for (const id of hits) {
    let parent = model.groups.get(id)?.parent;
    while (parent !== undefined && !context.has(parent)) {
      context.add(parent);
      parent = model.groups.get(parent)?.parent;
    }
  }
  for (const id of hits) context.delete(id);
  return { hits, context };
}

function matcher(model: GroupModel, wanted: string): (group: TreeGroup) => boolean {
  const id = groupIdOf(wanted) ?? (/^\d{1,15}$/.test(wanted) ? Number(wanted) : undefined);
  const contains = (group: TreeGroup) => textOf(group).includes(wanted);
  if (wanted.startsWith('/groups/')) return (group) => group.id === id;
  if (id !== undefined) return (group) => group.id === id || contains(group);
  const names = wanted.split(/[/›>]/).map((name) => name.trim());
  const own = names.pop() ?? '';
  if (names.length === 0) return contains;
  return (group) => contains(group) || (nameOf(group).includes(own) && hasAbove(model, group, names));
}

/** Whether the names stand above the group in this order, the last one directly above it. */
function hasAbove(model: GroupModel, group: TreeGroup, names: readonly string[]): boolean {
  let current = group.parent === undefined ? undefined : model.groups.get(group.parent);
  for (const name of names.toReversed()) {
    if (!current || !nameOf(current).includes(name)) return false;
    current = current.parent === undefined ? undefined : model.groups.get(current.parent);
  }
  return true;
}

/** Lower-cased once per group: at 100,000 groups doing it at every letter is what would be felt. */
const texts = new WeakMap<TreeGroup, string>();
const names = new WeakMap<TreeGroup, string>();

function textOf(group: TreeGroup): string {
  return remember(texts, group, () => `${group.name}\n${group.description}`);
}

function nameOf(group: TreeGroup): string {
  return remember(names, group, () => group.name);
}

function remember(memory: WeakMap<TreeGroup, string>, group: TreeGroup, make: () => string): string {
  const known = memory.get(group);
  if (known !== undefined) return known;
  const made = make().toLocaleLowerCase();
  memory.set(group, made);
  return made;
}
