import { sql, type Insertable, type Kysely, type RawBuilder } from 'kysely';
import { roleTexts } from '../../../contract/access/roles.ts';
import type { RoleRow, RoleStore } from '../../domain/access/access-ports.ts';
import type { Tables } from '../database/schema.ts';
import { inScope } from './scope.ts';
import { searchText } from '../../../contract/search.ts';
import { queriesOn, contains, pageOf } from './queries.ts';

/** An arbitrary advisory lock number, used for nothing else. */
const grantsLock = 7_310_001;

/** The SQL of roles: every read gets a role with its features and groups in one query. */
export function roleStore(db: Kysely<Tables>): RoleStore {
  const { all, first, one, run } = queriesOn(db);
  return {
    ofUser: (userId) => all<RoleRow>`
        select ${roleColumns} from roles join user_roles on user_roles.role_id = roles.id
        where user_roles.user_id = ${userId} order by roles.id`,
    list: ({ scope, groupId, userId, search }, ...page) => {
      const condition = sql.join(
        [
          inScope('roles.admin_group_id', scope),
          contains('roles.search_text', search),
          groupId === undefined ? sql`true` : sql`roles.admin_group_id = ${groupId}`,
          userId === undefined
            ? sql`true`
            : sql`roles.id in (select role_id from user_roles where user_id = ${userId})`,
        ],
        sql` and `,
      );
      return pageOf(db, [roleColumns, sql`from roles where ${condition}`, sql`roles.id`], ...page);
    },
    findMany: (ids) => all<RoleRow>`select ${roleColumns} from roles
        where roles.id = any(${[...ids]}::int[]) order by roles.id`,
    assigned: () => all<RoleRow>`select ${roleColumns} from roles
        where roles.id in (select role_id from user_roles join users on users.id = user_id where suspended_at is null)
        order by roles.id`,
    holders: async (roleIds, scope, userId, active) => {
      const holders = new Map<number, string[]>(roleIds.map((id) => [id, []]));
      const found = await all<{ role_id: number; login: string }>`
        select role_id, login from user_roles join users on users.id = user_roles.user_id
        where role_id = any(${[...roleIds]}::int[]) and (users.id = ${userId} or ${inScope('users.group_id', scope)})
          and (suspended_at is null or not ${active === true}::boolean)
        order by login`;
      for (const { role_id: id, login } of found) holders.get(id)?.push(login);
      return holders;
    },
    isTaken: async (adminGroupId, name) =>
      !!(await first`select 1 from roles where admin_group_id = ${adminGroupId} and name = ${name}`),
    insert: async (values) => {
      // Columns of other texts have a default.
      const row = { ...values, search_text: searchText(values.name) } as Insertable<Tables['roles']>;
      const { id } = await db.insertInto('roles').values(row).returning('id').executeTakeFirstOrThrow();
      return id;
    },
    update: async (id, values) => {
      const row = { ...values, search_text: searchText(values.name) };
      await db.updateTable('roles').set(row).where('id', '=', id).execute();
    },
    setFeatures: async (id, features) => {
      await run`delete from role_features where role_id = ${id}`;
      await run`insert into role_features (role_id, feature, privilege) select ${id}::int, * from unnest(
        ${features.map(({ name }) => name)}::text[], ${features.map(({ privilege }) => privilege)}::text[])`;
    },
    setGroups: async (id, groupIds) => {
      await run`delete from role_groups where role_id = ${id}`;
      await run`insert into role_groups (role_id, group_id) select ${id}::int, unnest(${[...groupIds]}::int[])`;
    },
    delete: (id) => run`delete from roles where id = ${id}`,
    holdersOn: (groupId, feature, privilege) => one<{ any: boolean; withPassword: number[] }>`
        select count(*) > 0 as "any",
          coalesce((array_agg(distinct users.id) filter (where password_hash is not null))[1:2], '{}') as "withPassword"
        from user_roles join users on users.id = user_roles.user_id
        where suspended_at is null and role_id in (
          select role_id from role_features join role_groups using (role_id)
          where group_id = ${groupId} and feature = ${feature} and privilege = ${privilege}
        )`,
    lockGrants: () => run`select pg_advisory_xact_lock(${grantsLock}::bigint)`,
  };
}

/** A role with its features and groups, as in `RoleRow`. */
export const roleColumns: RawBuilder<unknown> = sql`
  roles.id, ${sql.join(roleTexts.map((name) => sql.ref(`roles.${name}`)))}, roles.admin_group_id,
    coalesce((select json_agg(json_build_object('name', feature, 'privilege', privilege) order by feature)
      from role_features where role_id = roles.id), '[]'::json) as features,
    coalesce((select json_agg(group_id order by group_id)
      from role_groups where role_id = roles.id), '[]'::json) as "groupIds"`;
