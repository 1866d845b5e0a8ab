import { sql, type RawBuilder } from 'kysely';

/**
 * What is stored of names to be searched in any case. Folded here and not by the database, whose `lower` knows the
 * letters of its own locale alone.
 */
export function searchText(...names: readonly string[]): string {
  return names.join('\n').normalize('NFC').toLowerCase();
}

/** The condition that a column with such text contains a text; none where there is nothing to look for. */
export function contains(column: string, text: string | undefined): RawBuilder<unknown> {
  const wanted = searchText(text?.trim() ?? '');
  return wanted === '' ? sql`true` : sql`strpos(${sql.ref(column)}, ${wanted}) > 0`;
}
