import { sql, type Kysely } from 'kysely';
import type { IdentityStore } from '../../domain/oidc/oidc-ports.ts';
import type { Tables } from '../database/schema.ts';
import { pageOf, queriesOn } from './queries.ts';

export function identityStore(db: Kysely<Tables>): IdentityStore {
  const { all, first, run } = queriesOn(db);
  return {
    list: (userId, ...page) =>
      pageOf(
        db,
        [
          sql`identities.*, oidc_ops.name as oidc_op_name`,
          sql`from identities join oidc_ops on oidc_ops.id = oidc_op_id where user_id = ${userId}`,
          sql`identities.id`,
        ],
        ...page,
      ),
    find: (userId, oidcOpId) =>
      first`select * from identities where user_id = ${userId} and oidc_op_id = ${oidcOpId}`,
    use: async ({ user_id: userId, oidc_op_id: opId, issuer, subject_hash: hash, last_used_at: at }) =>
      (await first`
        insert into identities as known (user_id, oidc_op_id, issuer, subject_hash, first_used_at, last_used_at)
        values (${userId}, ${opId}, ${issuer}, ${hash}, ${at}, ${at})
        on conflict (user_id, oidc_op_id) do update set last_used_at = excluded.last_used_at
          where known.subject_hash = excluded.subject_hash
        returning id`) !== undefined,
    delete: async (userId, id) =>
      (
        await first<{ name: string }>`delete from identities using oidc_ops
          where oidc_ops.id = oidc_op_id and identities.id = ${id} and user_id = ${userId} returning name`
      )?.name,
    deleteOfOidcOp: (id) => run`delete from identities where oidc_op_id = ${id}`,
    countByOidcOp: () => all`select oidc_op_id as id, count(*)::int as identities from identities
      group by oidc_op_id order by oidc_op_id`,
  };
}
