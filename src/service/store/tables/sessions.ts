import type { Kysely } from 'kysely';
import type { SessionStore } from '../../domain/ports.ts';
import type { Tables } from '../database/schema.ts';
import { queriesOn } from './queries.ts';

/** The SQL of sessions, identified by the hash of their id. */
export function sessionStore(db: Kysely<Tables>): SessionStore {
  const { run } = queriesOn(db);
  return {
    insert: async (row) => {
      await db.insertInto('sessions').values(row).execute();
    },
    touch: (idHash, at) => run`update sessions set last_used_at = ${at} where id_hash = ${idHash}`,
    delete: (idHash) => run`delete from sessions where id_hash = ${idHash}`,
    deleteOfUser: (userId) => run`delete from sessions where user_id = ${userId}`,
    sweep: (usedBefore, createdBefore) => run`delete from sessions
        where last_used_at < ${usedBefore} or created_at < ${createdBefore}`,
  };
}
