import { plannedEachTime } from './planning.mjs';

/** Of the statements that each connection keeps. */
export const maxNamed = 300;
const maxSeen = 1_000;

/** Its plan would fail once a newer instance adds a column ("cached plan must not change result type"). */
const allColumns = /\b(select|returning) \*/;

interface Named {
  name: string;
  /** The number of uses of all statements at the last use of this one. */
  used: number;
}

const named = new Map<string, Named>();
const current = new Set<string>();
const seen = new Set<string>();
let uses = 0;
let names = 0;

/**
 * The name under which each connection keeps a statement's plan. Only for repeated statements: some are as long as their
 * list of values, and the server keeps every named statement until it's closed. The least recently used one loses its name
 * to a new one: clients' requests have more forms than there are names.
 * @returns undefined for a statement that's not worth keeping
 */
export function statementName(text: string): string | undefined {
  const known = named.get(text);
  uses += 1;
  if (known) {
    known.used = uses;
    return known.name;
  }
  if (allColumns.test(text) || text.startsWith(plannedEachTime)) return undefined;
  if (!seen.has(text)) {
    if (seen.size >= maxSeen) seen.clear();
    seen.add(text);
    return undefined;
  }
  seen.delete(text);
  if (named.size >= maxNamed) forgetOldest();
  // Never used again: a connection may still have the statement of a name that was lost.
  const name = `palisade_${(names += 1)}`;
  named.set(text, { name, used: uses });
  current.add(name);
  return name;
}

/** Whether a statement still has this name. */
export function isStatementName(name: string): boolean {
  return current.has(name);
}

function forgetOldest(): void {
  const [first] = named;
  let oldest = first;
  for (const each of named) if (oldest && each[1].used < oldest[1].used) oldest = each;
  if (!oldest) return;
  named.delete(oldest[0]);
  current.delete(oldest[1].name);
}
