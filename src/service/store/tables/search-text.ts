import { searchText } from '../../../contract/search.ts';
import { sql, type RawBuilder } from 'kysely';

/** The condition that a column of `searchText`s contains a text; always true for an empty text. */
export function contains(column: string, text: string | undefined): RawBuilder<unknown> {
  const normalized = searchText(text?.trim() ?? '');
  return normalized === '' ? sql`true` : sql`strpos(${sql.ref(column)}, ${normalized}) > 0`;
}
