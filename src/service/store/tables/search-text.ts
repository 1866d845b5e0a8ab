import { sql, type RawBuilder } from 'kysely';

/**
 * Normalizes names for case-insensitive search. Done here, not by the database, whose `lower` only knows
 * its own locale.
 */
export function searchText(...names: readonly string[]): string {
  return names.join('\n').normalize('NFC').toLowerCase();
}

/** The condition that such a column contains a text; always true for an empty text. */
export function contains(column: string, text: string | undefined): RawBuilder<unknown> {
  const normalized = searchText(text?.trim() ?? '');
  return normalized === '' ? sql`true` : sql`strpos(${sql.ref(column)}, ${normalized}) > 0`;
}
