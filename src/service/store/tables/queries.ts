import { sql, type Kysely, type RawBuilder } from 'kysely';
import { storable } from '../../domain/storable.ts';
import type { Tables } from '../database/schema.ts';
import type { Page } from '../../../contract/paging.ts';
import { searchText } from '../../../contract/search.ts';

type Sql = RawBuilder<unknown>;
type Statement = [texts: TemplateStringsArray, ...values: unknown[]];

/** Template tags that execute SQL and get its rows. They take the same values as `sql`. */
export function queriesOn(db: Kysely<Tables>) {
  return {
    all: async <Row>(...statement: Statement): Promise<Row[]> =>
      (await sql<Row>(...statement).execute(db)).rows,
    first: async <Row>(...statement: Statement): Promise<Row | undefined> =>
      (await sql<Row>(...statement).execute(db)).rows[0],
    /** For a query that always has exactly one row. */
    one: async <Row>(...statement: Statement): Promise<Row> =>
      (await sql<Row>(...statement).execute(db)).rows[0] as Row,
    allIds: async (...statement: Statement): Promise<number[]> =>
      (await sql<{ id: number }>(...statement).execute(db)).rows.map(({ id }) => id),
    run: async (...statement: Statement): Promise<void> => void (await sql(...statement).execute(db)),
  };
}

/** A value as `jsonb`, without what that can't contain: U+0000, and the halves of split surrogate pairs. */
export function json(value: unknown): RawBuilder<unknown> {
  return sql`${JSON.stringify(value, storable)}::jsonb`;
}

/** A page of rows, and how many there are. @param from tables and conditions */
export async function pageOf<Row>(
  db: Kysely<Tables>,
  [columns, from, order]: [columns: Sql, from: Sql, order: Sql],
  start: number,
  limit: number,
): Promise<Page<Row>> {
  const { all, one } = queriesOn(db);
  const { rows } = await one<{ rows: number }>`select count(*)::int as rows ${from}`;
  const data = await all<Row>`select ${columns} ${from} order by ${order} offset ${start} limit ${limit}`;
  return { rows, data, start };
}

/** The condition that a column of `searchText`s contains a text; always true for an empty text. */
export function contains(column: string, text: string | undefined): RawBuilder<unknown> {
  const normalized = searchText(text?.trim() ?? '');
  return normalized === '' ? sql`true` : sql`strpos(${sql.ref(column)}, ${normalized}) > 0`;
}
