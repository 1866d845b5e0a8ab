import { sql, type Kysely } from 'kysely';
import { loginSkeleton } from '../../../../contract/access/login-skeleton.ts';

/** Not unique: logins that look alike may exist from before. */
export const statements = [
  `alter table users add column login_skeleton text not null default ''`,
  `create index users_login_skeleton on users (login_skeleton)`,
];

const batch = 1_000;

/** Fills the column for existing users, whose skeletons SQL can't compute. */
export const fill = (db: Kysely<unknown>) =>
  fillColumn(db, 'users', 'login_skeleton', ['login'], loginSkeleton);

/** Fills a column with what's derived from others. */
export async function fillColumn(
  db: Kysely<unknown>,
  name: string,
  column: string,
  from: readonly string[],
  derive: (...values: string[]) => string,
): Promise<void> {
  const table = sql.table(name);
  for (let after = -1; ;) {
    const { rows } = await sql<{ id: number; given: string[] }>`
      select id, array[${sql.join(from.map((each) => sql.ref(each)))}] as given
      from ${table} where id > ${after} order by id limit ${batch}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    await sql`update ${table} set ${sql.ref(column)} = filled.value
      from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ given }) => derive(...given))}::text[])
        as filled (id, value)
      where ${table}.id = filled.id`.execute(db);
    after = last.id;
  }
}
