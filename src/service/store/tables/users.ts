import { sql, type Kysely } from 'kysely';
import type { UserDetailRow, UserStore } from '../../domain/ports.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Tables } from '../database/schema.ts';
import { loginSkeleton } from '../../../contract/access/login-skeleton.ts';
import { inScope } from './scope.ts';
import { searchText } from '../../../contract/search.ts';
import { queriesOn, contains } from './queries.ts';

const columns = ['id', 'login', 'group_id', 'password_hash', 'suspended_at'] as const;

export function userStore(db: Kysely<Tables>, now: Clock): UserStore {
  const { all, allIds, first, one, run } = queriesOn(db);
  return {
    exist: async () => !!(await first`select 1 from users limit 1`),
    find: (id) => db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst(),
    findByLogin: (login) =>
      db.selectFrom('users').select(columns).where('login', '=', login).executeTakeFirst(),
    lookAlikes: (login) =>
      db.selectFrom('users').select(columns).where('login_skeleton', '=', loginSkeleton(login)).execute(),
    list: async (filter, start, limit) => {
      const { scope, groupId, search, login, idleDays, neverSignedIn, roleId } = filter;
      const idleSince = new Date(now().getTime() - (idleDays ?? 0) * 86_400_000);
      const condition = sql.join(
        [
          inScope('users.group_id', scope),
          contains('users.search_text', search),
          groupId === undefined ? sql`true` : sql`users.group_id = ${groupId}`,
          login === undefined ? sql`true` : sql`users.login = ${login}`,
          idleDays === undefined
            ? sql`true`
            : sql`coalesce(last_sign_in_at, created_at) <= ${idleSince} and users.id not in (
                select user_id from api_keys where last_used_at > ${idleSince})`,
          neverSignedIn ? sql`last_sign_in_at is null` : sql`true`,
          roleId === undefined
            ? sql`true`
            : sql`users.id in (select user_id from user_roles where role_id = ${roleId})`,
        ],
        sql` and `,
      );
      const { rows, ids } = await one<{ rows: number; ids: number[] }>`
        with found as materialized (select id from users where ${condition})
        select (select count(*)::int from found) as rows,
          array(select id from found order by id limit ${limit} offset ${start}) as ids`;
      const data = await all<UserDetailRow>`${details}
        where users.id = any(${ids}::int[]) order by users.id`;
      return { rows, data, start };
    },
    findDetail: (id) => first<UserDetailRow>`${details} where users.id = ${id}`,
    insert: async (values) => {
      const text = searchText(values.login, values.display_name);
      const skeleton = loginSkeleton(values.login);
      const row = { ...values, created_at: now(), search_text: text, login_skeleton: skeleton };
      const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow();
      return id;
    },
    update: async (id, values) => {
      if (Object.values(values).every((value) => value === undefined)) return;
      const names = ['login', 'display_name'] as const;
      const updated = db.updateTable('users').set(values).where('id', '=', id).returning(names);
      const named = await updated.executeTakeFirst();
      if (!named) return;
      const text = searchText(named.login, named.display_name);
      const derived = { search_text: text, login_skeleton: loginSkeleton(named.login) };
      await db.updateTable('users').set(derived).where('id', '=', id).execute();
    },
    suspend: (id, suspended) =>
      run`update users set suspended_at = ${suspended ? now() : null} where id = ${id}`,
    setRoles: async (id, roleIds) => {
      await run`delete from user_roles where user_id = ${id}`;
      await run`insert into user_roles (user_id, role_id) select ${id}::int, unnest(${[...roleIds]}::int[])`;
    },
    delete: (id) => run`delete from users where id = ${id}`,
    within: (ids, scope) => allIds`select id from users
        where id = any(${[...ids]}::int[]) and ${inScope('users.group_id', scope)}`,
    recordSignIn: async (id, at, via) =>
      (
        await allIds`update users set last_sign_in_at = ${at}, last_sign_in_via = ${via}
        where id = ${id} and suspended_at is null returning id`
      ).length > 0,
    renewPassword: async (id, from, to) =>
      (
        await allIds`update users set password_hash = ${to}
        where id = ${id} and password_hash = ${from} returning id`
      ).length > 0,
  };
}

const details = sql`select users.id, login, display_name, group_id, password_hash is not null as has_password,
    suspended_at, created_at, last_sign_in_at, last_sign_in_via,
    coalesce((select json_agg(role_id order by role_id) from user_roles where user_id = users.id),
      '[]'::json) as role_ids
  from users`;
