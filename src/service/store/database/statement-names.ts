import { plannedEachTime } from './planning.mjs';

const maxNamed = 300;
const maxSeen = 1_000;

/** Its plan would fail once a newer instance adds a column ("cached plan must not change result type"). */
const allColumns = /\b(select|returning) \*/;

const named = new Map<string, string>();
const seen = new Set<string>();

/**
 * The name under which each connection keeps a statement's plan. Only for repeated statements: some are as long as their
 * list of values, and the server keeps every named statement as long as the connection lives.
 * @returns undefined for a statement that's not worth keeping
 */
export function statementName(text: string): string | undefined {
  const name = named.get(text);
  if (name !== undefined || named.size >= maxNamed) return name;
  if (allColumns.test(text) || text.startsWith(plannedEachTime)) return undefined;
  if (!seen.has(text)) {
    if (seen.size >= maxSeen) seen.clear();
    seen.add(text);
    return undefined;
  }
  seen.delete(text);
  const next = `palisade_${named.size}`;
  named.set(text, next);
  return next;
}
