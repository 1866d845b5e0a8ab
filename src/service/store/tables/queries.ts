import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/schema.ts';

type Statement = [texts: TemplateStringsArray, ...values: unknown[]];

/** Template tags that execute SQL and get its rows. They take the same values as `sql`. */
export function queriesOn(db: Kysely<Tables>) {
  return {
    all: async <Row>(...statement: Statement): Promise<Row[]> =>
      (await sql<Row>(...statement).execute(db)).rows,
    first: async <Row>(...statement: Statement): Promise<Row | undefined> =>
      (await sql<Row>(...statement).execute(db)).rows[0],
    allIds: async (...statement: Statement): Promise<number[]> =>
      (await sql<{ id: number }>(...statement).execute(db)).rows.map(({ id }) => id),
    run: async (...statement: Statement): Promise<void> => void (await sql(...statement).execute(db)),
  };
}
