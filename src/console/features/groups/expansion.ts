import type { GroupModel } from './model.ts';

/** Which groups are open: the ones named, or all but the ones named. */
export interface Expansion {
  all: boolean;
  ids: ReadonlySet<number>;
}

/** How many ids an address carries at most, so that it stays below what servers and chats accept. */
const idsMost = 300;

/** Whether a group is open. */
export function isOpen(expansion: Expansion, id: number): boolean {
  return expansion.all !== expansion.ids.has(id);
}

/** The expansion with these groups opened or closed. */
export function withOpen(expansion: Expansion, ids: Iterable<number>, open: boolean): Expansion {
  const changed = new Set(expansion.ids);
  for (const id of ids) {
    if (open === expansion.all) changed.delete(id);
    else changed.add(id);
  }
  return { all: expansion.all, ids: changed };
}

/** Nothing said in the address: the groups at the top are open. */
export function defaultExpansion(model: GroupModel): Expansion {
  return { all: false, ids: new Set(model.children.get(undefined)) };
}

/** The expansion as a word for the address: `1.a.2s` in base 36, with `*` before it for "all but". */
export function encodeExpansion(expansion: Expansion): string {
  // The latest ids say most about what somebody is looking at.
  const ids = [...expansion.ids].slice(-idsMost).map((id) => id.toString(36));
  return `${expansion.all ? '*' : ''}${ids.join('.')}`;
}

/** Reads what `encodeExpansion` wrote; words that are no ids are passed over. */
export function decodeExpansion(word: string): Expansion {
  const all = word.startsWith('*');
  const ids = (all ? word.slice(1) : word)
    .split('.')
    .filter((part) => /^[0-9a-z]{1,10}$/.test(part))
    .map((part) => Number.parseInt(part, 36));
  return { all, ids: new Set(ids) };
}
