import { sql, type Kysely } from 'kysely';
import type { ListedSessionRow, LiveSessions, SessionStore } from '../../domain/ports.ts';
import type { Tables } from '../database/schema.ts';
import { queriesOn } from './queries.ts';

/** The SQL of sessions, identified by the hash of their id. */
export function sessionStore(db: Kysely<Tables>): SessionStore {
  const { all, first, run } = queriesOn(db);
  const isLive = ({ usedSince, createdSince, createdUntil }: LiveSessions) =>
    sql`last_used_at >= ${usedSince} and sessions.created_at between ${createdSince} and ${createdUntil}`;
  const liveOf = (userId: number, live: LiveSessions) => sql`user_id = ${userId} and ${isLive(live)}`;
  const listed = sql`select sessions.*, oidc_ops.name as oidc_op_name
    from sessions left join oidc_ops on oidc_ops.id = oidc_op_id`;
  return {
    insert: async (row) => {
      await db.insertInto('sessions').values(row).execute();
    },
    touch: (idHash, at) => run`update sessions set last_used_at = ${at} where id_hash = ${idHash}`,
    delete: (idHash) => run`delete from sessions where id_hash = ${idHash}`,
    countByOidcOp: (live) => all`select oidc_op_id as id, count(*)::int as sessions from sessions
      where oidc_op_id is not null and ${isLive(live)} group by oidc_op_id order by oidc_op_id`,
    list: async (userId, live, start, limit) => {
      const which = liveOf(userId, live);
      const count = await first<{ rows: number }>`select count(*)::int as rows from sessions where ${which}`;
      const data = await all<ListedSessionRow>`${listed} where ${which}
        order by sessions.created_at, sid offset ${start} limit ${limit}`;
      return { rows: count?.rows ?? 0, data, start };
    },
    find: (userId, live, sid) => first`${listed} where ${liveOf(userId, live)} and sid = ${sid}`,
    deleteOfUser: (userId, exceptHash = '') =>
      all`delete from sessions where user_id = ${userId} and id_hash <> ${exceptHash}
        returning created_at, last_used_at`,
    sweep: (usedBefore, createdBefore) => run`delete from sessions
        where last_used_at < ${usedBefore} or created_at < ${createdBefore}`,
  };
}
