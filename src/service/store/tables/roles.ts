import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { RoleRow, RoleStore } from '../../domain/ports.ts';
import type { Tables } from '../database/schema.ts';
import { inScope } from './scope.ts';
import { contains, searchText } from './search-text.ts';

/** An arbitrary advisory lock number, used for nothing else. */
const grantsLock = 7_310_001;

/** The SQL of roles: every read gets a role with its features and groups in one query. */
export function roleStore(db: Kysely<Tables>): RoleStore {
  return {
    ofUser: async (userId) => {
      const result = await sql<RoleRow>`
        select ${roleColumns} from roles join user_roles on user_roles.role_id = roles.id
        where user_roles.user_id = ${userId} order by roles.id`.execute(db);
      return result.rows;
    },
    list: async ({ scope, groupId, userId, search }, start, limit) => {
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
      const count = await sql<{ rows: number }>`
        select count(*)::int as rows from roles where ${condition}`.execute(db);
      const page = await sql<RoleRow>`select ${roleColumns} from roles where ${condition}
        order by roles.id limit ${limit} offset ${start}`.execute(db);
      return { rows: count.rows[0]?.rows ?? 0, data: page.rows, start };
    },
    findMany: async (ids) => {
      const result = await sql<RoleRow>`select ${roleColumns} from roles
        where roles.id = any(${[...ids]}::int[]) order by roles.id`.execute(db);
      return result.rows;
    },
    holders: async (roleIds, scope, userId) => {
      const holders = new Map<number, string[]>(roleIds.map((id) => [id, []]));
      const result = await sql<{ role_id: number; login: string }>`
        select role_id, login from user_roles join users on users.id = user_roles.user_id
        where role_id = any(${[...roleIds]}::int[]) and (users.id = ${userId} or ${inScope('users.group_id', scope)})
        order by login`.execute(db);
      for (const row of result.rows) holders.get(row.role_id)?.push(row.login);
      return holders;
    },
    isTaken: async (adminGroupId, name) => {
      const found = await sql`select 1 from roles
        where admin_group_id = ${adminGroupId} and name = ${name}`.execute(db);
      return found.rows.length > 0;
    },
    insert: async (values) => {
      const row = { ...values, search_text: searchText(values.name) };
      const { id } = await db.insertInto('roles').values(row).returning('id').executeTakeFirstOrThrow();
      return id;
    },
    update: async (id, values) => {
      const row = { ...values, search_text: searchText(values.name) };
      await db.updateTable('roles').set(row).where('id', '=', id).execute();
    },
    setFeatures: async (id, features) => {
      await db.deleteFrom('role_features').where('role_id', '=', id).execute();
      if (features.length === 0) return;
      const grants = features.map(({ name, privilege }) => ({ role_id: id, feature: name, privilege }));
      await db.insertInto('role_features').values(grants).execute();
    },
    setGroups: async (id, groupIds) => {
      await db.deleteFrom('role_groups').where('role_id', '=', id).execute();
      if (groupIds.length === 0) return;
      const groups = groupIds.map((groupId) => ({ role_id: id, group_id: groupId }));
      await db.insertInto('role_groups').values(groups).execute();
    },
    delete: async (id) => {
      await db.deleteFrom('roles').where('id', '=', id).execute();
    },
    holdersOn: async (groupId, feature, privilege) => {
      const result = await sql<{ any: boolean; withPassword: boolean }>`
        select count(*) > 0 as "any", count(password_hash) > 0 as "withPassword"
        from user_roles join users on users.id = user_roles.user_id
        where role_id in (
          select role_id from role_features join role_groups using (role_id)
          where group_id = ${groupId} and feature = ${feature} and privilege = ${privilege}
        )`.execute(db);
      return result.rows[0] ?? { any: false, withPassword: false };
    },
    lockGrants: async () => {
      await sql`select pg_advisory_xact_lock(${grantsLock}::bigint)`.execute(db);
    },
  };
}

/** A role with its features and groups, as in `RoleRow`. */
export const roleColumns: RawBuilder<unknown> = sql`
  roles.id, roles.name, roles.description, roles.admin_group_id,
    coalesce((select json_agg(json_build_object('name', feature, 'privilege', privilege) order by feature)
      from role_features where role_id = roles.id), '[]'::json) as features,
    coalesce((select json_agg(group_id order by group_id)
      from role_groups where role_id = roles.id), '[]'::json) as "groupIds"`;
