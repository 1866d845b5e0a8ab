import { pathTo, type GroupModel } from '../model.ts';

/** Which groups are open: the ones named, or all but the ones named. */
export interface Expansion {
  all: boolean;
  ids: ReadonlySet<number>;
}

/** How many ids an address carries at most, so that it stays below what servers and chats accept. */
const idsMost = 300;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The whole expansion, where the address carries a part of it: for reloading, Back and Forward. */
    wholeExpansion?: string | undefined;
  }
}

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

/** The expansion at the start, and after "Collapse all": the groups at the top are open. */
export function defaultExpansion(model: GroupModel): Expansion {
  return { all: false, ids: new Set(model.children.get(undefined)) };
}

/** The expansion with everything above a group opened, so that the group is in sight. */
export function withPathOpen(expansion: Expansion, model: GroupModel, id: number): Expansion {
  return withOpen(expansion, pathTo(model, id).slice(0, -1), true);
}

/**
 * What is open where the address says so, else by itself: the top, and the way to the selected group.
 * @param address what `addressOf` gave
 */
export function currentExpansion(
  model: GroupModel,
  address: { open: string | undefined; wholeExpansion: string | undefined },
  selected: number | undefined,
): Expansion {
  if (address.open !== undefined) return readExpansion(address.open, address.wholeExpansion);
  const start = defaultExpansion(model);
  return selected === undefined ? start : withPathOpen(start, model, selected);
}

/** An expansion as a word: `1.a.2s` in base 36, with `*` before it for "all but". */
export function encodeExpansion({ all, ids }: Expansion): string {
  return `${all ? '*' : ''}${[...ids].map((id) => id.toString(36)).join('.')}`;
}

/** What the address and the entry in the browser's history say of an expansion. */
export interface ExpansionAddress {
  open: string;
  wholeExpansion: string | undefined;
}

/** Where an expansion is kept: in the address as far as that reaches, and whole in the history. */
export function addressOf(expansion: Expansion): ExpansionAddress {
  const whole = encodeExpansion(expansion);
  if (expansion.ids.size <= idsMost) return { open: whole, wholeExpansion: undefined };
  // The latest ids say most about what somebody is looking at.
  const open = encodeExpansion({ all: expansion.all, ids: new Set([...expansion.ids].slice(-idsMost)) });
  return { open, wholeExpansion: whole };
}

/** Reads what `addressOf` gave. An address from elsewhere has no history, or another address's. */
export function readExpansion(open: string, wholeExpansion: string | undefined): Expansion {
  if (wholeExpansion !== undefined) {
    const whole = decodeExpansion(wholeExpansion);
    if (addressOf(whole).open === open) return whole;
  }
  return decodeExpansion(open);
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
