import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { CredentialOwner, CredentialStore, FoundCredential } from '../../domain/ports.ts';
import type { Tables } from '../database/schema.ts';
import { roleColumns } from './roles.ts';

/** The SQL that authenticates a request, in one statement: its snapshot matches the generation. */
export function credentialStore(db: Kysely<Tables>): CredentialStore {
  return {
    session: async (idHash, known) => found(await findSession(db, idHash, known ?? null)),
    apiKey: async (hash, known) => found(await findKey(db, hash, known ?? null)),
    mergeGenerations: async () => {
      await sql`with ended as (
          delete from access_generations
          where backend <> 0 and backend not in (select pid from pg_stat_activity) returning generation
        )
        insert into access_generations as stored (backend, generation)
        select 0, bit_xor(generation) from ended having count(*) > 0
        on conflict (backend) do update set generation = stored.generation # excluded.generation`.execute(db);
    },
  };
}

interface CredentialRow {
  generation: string;
  /** In milliseconds since 1970, which take less time to parse than a date. */
  used: number | null;
  owner: CredentialOwner | null;
}

function found([row]: CredentialRow[]): FoundCredential | undefined {
  if (!row) return undefined;
  const { generation, used, owner } = row;
  return { generation, owner, lastUsed: used === null ? null : new Date(used) };
}

const findSession = createFinder(sql`sessions`, sql`id_hash`, sql`'oidcOpId', oidc_op_id, 'via', 'session'`);
const findKey = createFinder(sql`api_keys`, sql`key_hash`, sql`'via', 'api key ' || credential.name`);

/** @param properties of the owner, as SQL */
function createFinder(
  table: RawBuilder<unknown>,
  hash: RawBuilder<unknown>,
  properties: RawBuilder<unknown>,
) {
  const milliseconds = (time: string) => sql`(extract(epoch from ${sql.ref(time)}) * 1000)::float8`;
  return async (db: Kysely<Tables>, secretHash: string, known: string | null) =>
    (
      await sql<CredentialRow>`
    with current as (select coalesce(bit_xor(generation)::text, '') as generation from access_generations)
    select current.generation, ${milliseconds('credential.last_used_at')} as used,
      case when current.generation is distinct from ${known}::text then (
        select json_build_object('userId', users.id, 'login', login, 'groupId', group_id, ${properties},
          'createdAt', ${milliseconds('credential.created_at')}, 'roles', coalesce((
          select json_agg(role) from (
            select ${roleColumns} from roles join user_roles on user_roles.role_id = roles.id
            where user_roles.user_id = users.id order by roles.id
          ) role), '[]'::json))
        from users where users.id = credential.user_id
      ) end as owner
    from ${table} credential, current where ${hash} = ${secretHash}`.execute(db)
    ).rows;
}
