import { sql, type Kysely } from 'kysely';
import { loginSkeleton } from '../../../../contract/access/login-skeleton.ts';

/** Not unique: logins that look alike may exist from before. */
export const statements = [
  `alter table users add column login_skeleton text not null default ''`,
  `create index users_login_skeleton on users (login_skeleton)`,
];

const batch = 1_000;

/** Fills the column for existing users, whose skeletons SQL can't compute. */
export async function fill(db: Kysely<unknown>): Promise<void> {
  for (let after = -1; ;) {
    const { rows } = await sql<{ id: number; login: string }>`
      select id, login from users where id > ${after} order by id limit ${batch}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    const skeletons = rows.map(({ login }) => loginSkeleton(login));
    await sql`update users set login_skeleton = filled.skeleton
      from unnest(${rows.map(({ id }) => id)}::int[], ${skeletons}::text[]) as filled (id, skeleton)
      where users.id = filled.id`.execute(db);
    after = last.id;
  }
}
