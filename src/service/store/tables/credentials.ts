import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { CredentialStore, FoundCredential } from '../../domain/ports.ts';
import type { Tables } from '../database/schema.ts';
import { roleColumns } from './roles.ts';

/** The SQL that authenticates a request, in one statement: its snapshot fits the generation. */
export function credentialStore(db: Kysely<Tables>): CredentialStore {
  return {
    session: (idHash, known) =>
      find(
        db,
        sql`select user_id, created_at, last_used_at, oidc_op_id, null as key_name from sessions
          where id_hash = ${idHash}`,
        known,
      ),
    apiKey: (hash, known) =>
      find(
        db,
        sql`select user_id, created_at, last_used_at, null::int as oidc_op_id, name as key_name from api_keys
          where key_hash = ${hash}`,
        known,
      ),
    mergeGenerations: async () => {
      await sql`with ended as (
          delete from access_generations
          where backend <> 0 and backend not in (select pid from pg_stat_activity) returning generation
        )
        insert into access_generations as stored (backend, generation)
        select 0, sum(generation) from ended having count(*) > 0
        on conflict (backend) do update set generation = stored.generation + excluded.generation`.execute(db);
    },
  };
}

async function find(
  db: Kysely<Tables>,
  credential: RawBuilder<unknown>,
  known: number | undefined,
): Promise<FoundCredential | undefined> {
  const result = await sql<FoundCredential>`
    with credential as (${credential}),
      current as (select coalesce(sum(generation), 0)::float8 as generation from access_generations)
    select credential.*, current.generation,
      case when current.generation is distinct from ${known ?? null}::float8 then (
        select json_build_object('login', login, 'groupId', group_id, 'roles', coalesce((
          select json_agg(role) from (
            select ${roleColumns} from roles join user_roles on user_roles.role_id = roles.id
            where user_roles.user_id = users.id order by roles.id
          ) role), '[]'::json))
        from users where users.id = credential.user_id
      ) end as owner
    from credential, current`.execute(db);
  return result.rows[0];
}
