import { sql, type Kysely } from 'kysely';
import type { RoleRow, RoleStore } from '../domain/ports.ts';
import type { Tables } from './schema.ts';

/** The SQL of roles: each read brings a role with its features and groups in one query. */
export function roleStore(db: Kysely<Tables>): RoleStore {
  return {
    ofUser: async (userId) => {
      const result = await sql<RoleRow>`
        select roles.id, roles.name, roles.description, roles.admin_group_id,
          coalesce((select json_agg(json_build_object('name', feature, 'privilege', privilege) order by feature)
            from role_features where role_id = roles.id), '[]'::json) as features,
          coalesce((select json_agg(group_id order by group_id)
            from role_groups where role_id = roles.id), '[]'::json) as "groupIds"
        from roles join user_roles on user_roles.role_id = roles.id
        where user_roles.user_id = ${userId} order by roles.id`.execute(db);
      return result.rows;
    },
    holders: async (roleIds) => {
      const holders = new Map<number, string[]>(roleIds.map((id) => [id, []]));
      if (roleIds.length === 0) return holders;
      const rows = await db
        .selectFrom('user_roles')
        .innerJoin('users', 'users.id', 'user_roles.user_id')
        .select(['role_id', 'login'])
        .where('role_id', 'in', [...roleIds])
        .orderBy('login')
        .execute();
      for (const row of rows) holders.get(row.role_id)?.push(row.login);
      return holders;
    },
  };
}
