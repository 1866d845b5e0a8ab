/**
 * Begins a statement whose best plan depends on its values: it's planned each time, because a plan that's kept has to suit
 * any values.
 */
export const plannedEachTime = '/* planned each time */';

/** Of the statements that each connection keeps. */
export const maxNamed = 300;
const maxSeen = 1_000;

/** Its plan would fail once a newer instance adds a column ("cached plan must not change result type"). */
const allColumns = /\b(select|returning) \*/;

/** Names by the statement's text, least recently used first. */
const named = new Map<string, string>();
const current = new Set<string>();
const seen = new Set<string>();
let names = 0;

/**
 * The name under which each connection keeps a statement's plan. Only for repeated statements: some are as long as their
 * list of values, and the server keeps every named statement until it's closed. The least recently used one loses its name
 * to a new one: clients' requests have more forms than there are names.
 * @returns undefined for a statement that's not worth keeping
 */
export function statementName(text: string): string | undefined {
  const known = named.get(text);
  if (known !== undefined) {
    named.delete(text);
    named.set(text, known);
    return known;
  }
  if (allColumns.test(text) || text.startsWith(plannedEachTime)) return undefined;
  if (!seen.delete(text)) {
    if (seen.size >= maxSeen) seen.clear();
    seen.add(text);
    return undefined;
  }
  const [oldest] = named;
  if (named.size >= maxNamed && oldest) {
    named.delete(oldest[0]);
    current.delete(oldest[1]);
  }
  // Never used again: a connection may still have the statement of a name that was lost.
  const name = `palisade_${(names += 1)}`;
  named.set(text, name);
  current.add(name);
  return name;
}

/** Whether a statement still has this name. */
export function isStatementName(name: string): boolean {
  return current.has(name);
}
