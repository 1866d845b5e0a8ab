import { pathTo, type GroupModel } from './model.ts';

/** Which groups are open: the ones named, or all but the ones named. */
export interface Expansion {
  all: boolean;
  ids: ReadonlySet<number>;
}

/** Limit of ids in the URL, so that servers and chats accept it. */
const maxIds = 300;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The whole expansion, if the URL only holds part of it: for reload, Back and Forward. */
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

/** The initial expansion, also used by "Collapse all": top-level groups are open. */
export function defaultExpansion(model: GroupModel): Expansion {
  return { all: false, ids: new Set(model.children()) };
}

/** The expansion with a group's ancestors opened, so that the group is visible. */
export function withPathOpen(expansion: Expansion, model: GroupModel, id: number): Expansion {
  return withOpen(expansion, pathTo(model, id).slice(0, -1), true);
}

/**
 * The expansion in the URL; by default, the top level and the selected group's ancestors.
 * @param address a result of `expansionAddress`
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

/** An expansion as text: `1.a.2s` in base 36, prefixed with `*` for "all but". */
export function encodeExpansion({ all, ids }: Expansion): string {
  return `${all ? '*' : ''}${[...ids].map((id) => id.toString(36)).join('.')}`;
}

/** Splits an expansion: as much as fits goes into the URL, the whole into the history entry. */
export function expansionAddress(expansion: Expansion) {
  const whole = encodeExpansion(expansion);
  if (expansion.ids.size <= maxIds) return { open: whole, wholeExpansion: undefined };
  // The latest ids are the most relevant.
  const open = encodeExpansion({ all: expansion.all, ids: new Set([...expansion.ids].slice(-maxIds)) });
  return { open, wholeExpansion: whole };
}

/** Reads a result of `expansionAddress`. A URL from elsewhere has no matching history entry. */
export function readExpansion(open: string, wholeExpansion: string | undefined): Expansion {
  if (wholeExpansion !== undefined) {
    const whole = decodeExpansion(wholeExpansion);
    if (expansionAddress(whole).open === open) return whole;
  }
  return decodeExpansion(open);
}

/** Reads a result of `encodeExpansion`, ignoring anything that isn't an id. */
export function decodeExpansion(text: string): Expansion {
  const all = text.startsWith('*');
  const ids = (all ? text.slice(1) : text)
    .split('.')
    .filter((part) => /^[0-9a-z]{1,10}$/.test(part))
    .map((part) => Number.parseInt(part, 36));
  return { all, ids: new Set(ids) };
}
