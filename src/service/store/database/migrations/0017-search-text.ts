import { sql, type Kysely } from 'kysely';
import { searchText } from '../../../../contract/search.ts';
import { fill as fillSkeletons } from './0015-login-skeletons.ts';

export const statements = [];

const batch = 1_000;

/** Stores again what users and roles are searched by, and what logins look like: earlier versions folded less. */
export async function fill(db: Kysely<unknown>): Promise<void> {
  await fillSkeletons(db);
  await fillTable(db, 'users', ['login', 'display_name']);
  await fillTable(db, 'roles', ['name']);
}

async function fillTable(db: Kysely<unknown>, name: string, columns: readonly string[]): Promise<void> {
  const table = sql.table(name);
  for (let after = -1; ;) {
    const { rows } = await sql<{ id: number; names: string[] }>`
      select id, array[${sql.join(columns.map((column) => sql.ref(column)))}] as names
      from ${table} where id > ${after} order by id limit ${batch}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    await sql`update ${table} set search_text = filled.text
      from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ names }) => searchText(...names))}::text[])
        as filled (id, text)
      where ${table}.id = filled.id`.execute(db);
    after = last.id;
  }
}
