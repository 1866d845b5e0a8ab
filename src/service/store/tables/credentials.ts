import { sql, type Kysely, type RawBuilder } from 'kysely';
import type {
  Credential,
  CredentialStore,
  ApiKeyStore,
  LiveSessions,
  SessionStore,
} from '../../domain/access/access-ports.ts';
import type { Tables } from '../database/schema.ts';
import { roleColumns } from './roles.ts';
import type { Clock } from '../../domain/clock.ts';
import { pageOf, queriesOn } from './queries.ts';
import { inScope } from './scope.ts';

/** The SQL that authenticates a request. */
export function credentialStore(db: Kysely<Tables>): CredentialStore {
  const { first } = queriesOn(db);
  const find = (
    table: RawBuilder<unknown>,
    condition: RawBuilder<unknown>,
    properties: RawBuilder<unknown>,
  ) => first<Credential>`
      select users.id as "userId", login, group_id as "groupId", ${properties},
        credential.created_at as "createdAt", credential.last_used_at as "lastUsed", coalesce((
          select json_agg(role) from (
            select ${roleColumns} from roles join user_roles on user_roles.role_id = roles.id
            where user_roles.user_id = users.id order by roles.id
          ) role), '[]'::json) as roles
      from ${table} credential join users on users.id = credential.user_id
      where ${condition} and suspended_at is null`;
  return {
    session: (idHash) =>
      find(
        sql`sessions`,
        sql`id_hash = ${idHash}`,
        sql`id_hash as "sessionHash", oidc_op_id as "oidcOpId", 'session' as via`,
      ),
    apiKey: (hash) =>
      find(
        sql`api_keys`,
        sql`key_hash = ${hash}`,
        sql`'api key ' || credential.name as via, expires_at as "expiresAt", read_only as "readOnly"`,
      ),
  };
}

const columns = sql`id, user_id, name, created_at, last_used_at, expires_at, read_only`;

/** The SQL of API keys, identified by their hash. */
export function apiKeyStore(db: Kysely<Tables>, now: Clock): ApiKeyStore {
  const { first, one, run } = queriesOn(db);
  return {
    list: (userId, ...page) =>
      pageOf(db, [columns, sql`from api_keys where user_id = ${userId}`, sql`id`], ...page),
    insert: ({ user_id, name, expires_at, read_only }, hash) =>
      one`insert into api_keys (user_id, name, expires_at, read_only, key_hash, created_at)
        values (${user_id}, ${name}, ${expires_at}, ${read_only}, ${hash}, ${now()}) returning ${columns}`,
    touch: (hash, at) => run`update api_keys set last_used_at = ${at} where key_hash = ${hash}`,
    refuse: async (hash, at) =>
      (await first`update api_keys set refused_at = ${at} where key_hash = ${hash}
        and (refused_at is null or refused_at <= ${at}::timestamptz - interval '1 hour') returning id`) !==
      undefined,
    lock: (userId, id) =>
      first`select ${columns} from api_keys where user_id = ${userId} and id = ${id} for update`,
    end: (id, at) => run`update api_keys set expires_at = ${at} where id = ${id}`,
    ending: ({ userId, access }, { usedSince, from, to }, ...page) =>
      pageOf(
        db,
        [
          sql`api_keys.*, login`,
          sql`from api_keys join users on users.id = user_id where expires_at > ${from} and expires_at <= ${to}
            and api_keys.last_used_at >= ${usedSince} and suspended_at is null
            and (user_id = ${userId} or ${inScope('group_id', access)})`,
          sql`expires_at, api_keys.id`,
        ],
        ...page,
      ),
    delete: (userId, id) =>
      first`delete from api_keys where user_id = ${userId} and id = ${id} returning ${columns}`,
  };
}

/** The SQL of sessions, identified by the hash of their id. */
export function sessionStore(db: Kysely<Tables>): SessionStore {
  const { all, first, run } = queriesOn(db);
  const isLive = ({ usedSince, createdSince, createdUntil }: LiveSessions) =>
    sql`last_used_at >= ${usedSince} and sessions.created_at between ${createdSince} and ${createdUntil}`;
  const listed = sql`sessions.*, oidc_ops.name as oidc_op_name`;
  const liveOf = (userId: number, live: LiveSessions) => sql`from sessions
    left join oidc_ops on oidc_ops.id = oidc_op_id where user_id = ${userId} and ${isLive(live)}`;
  return {
    insert: async (row) => {
      await db.insertInto('sessions').values(row).execute();
    },
    returnTo: async (idHash, stateHash) =>
      (
        await first<{ return_to: string }>`select return_to from sessions
          where id_hash = ${idHash} and state_hash = ${stateHash}`
      )?.return_to,
    touch: (idHash, at) => run`update sessions set last_used_at = ${at} where id_hash = ${idHash}`,
    delete: (idHash) => run`delete from sessions where id_hash = ${idHash}`,
    countByOidcOp: (live) => all`select oidc_op_id as id, count(*)::int as sessions from sessions
      where oidc_op_id is not null and ${isLive(live)} group by oidc_op_id order by oidc_op_id`,
    list: (userId, live, ...page) =>
      pageOf(db, [listed, liveOf(userId, live), sql`sessions.created_at, sid`], ...page),
    find: (userId, live, sid) => first`select ${listed} ${liveOf(userId, live)} and sid = ${sid}`,
    deleteOfUser: (userId, exceptHash = '') =>
      all`delete from sessions where user_id = ${userId} and id_hash <> ${exceptHash}
        returning created_at, last_used_at`,
    sweep: (usedBefore, createdBefore) => run`delete from sessions
        where last_used_at < ${usedBefore} or created_at < ${createdBefore}`,
  };
}
