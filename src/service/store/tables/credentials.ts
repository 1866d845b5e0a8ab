import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Credential, CredentialStore } from '../../domain/ports.ts';
import type { Tables } from '../database/schema.ts';
import { roleColumns } from './roles.ts';

/** The SQL that authenticates a request. */
export function credentialStore(db: Kysely<Tables>): CredentialStore {
  const find = async (
    table: RawBuilder<unknown>,
    condition: RawBuilder<unknown>,
    properties: RawBuilder<unknown>,
  ) => {
    const { rows } = await sql<Credential>`
      select users.id as "userId", login, group_id as "groupId", ${properties},
        credential.created_at as "createdAt", credential.last_used_at as "lastUsed", coalesce((
          select json_agg(role) from (
            select ${roleColumns} from roles join user_roles on user_roles.role_id = roles.id
            where user_roles.user_id = users.id order by roles.id
          ) role), '[]'::json) as roles
      from ${table} credential join users on users.id = credential.user_id where ${condition}`.execute(db);
    return rows[0];
  };
  return {
    session: (idHash) =>
      find(sql`sessions`, sql`id_hash = ${idHash}`, sql`oidc_op_id as "oidcOpId", 'session' as via`),
    apiKey: (hash) => find(sql`api_keys`, sql`key_hash = ${hash}`, sql`'api key ' || credential.name as via`),
  };
}
