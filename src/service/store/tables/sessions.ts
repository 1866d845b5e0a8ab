import { sql, type Kysely } from 'kysely';
import type { SessionStore } from '../../domain/ports.ts';
import type { Tables } from '../database/schema.ts';

/** The SQL of sessions, identified by the hash of their id. */
export function sessionStore(db: Kysely<Tables>): SessionStore {
  return {
    insert: async (row) => {
      await db.insertInto('sessions').values(row).execute();
    },
    touch: async (idHash, at) => {
      await db.updateTable('sessions').set({ last_used_at: at }).where('id_hash', '=', idHash).execute();
    },
    delete: async (idHash) => {
      await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute();
    },
    deleteOfUser: async (userId) => {
      await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
    },
    sweep: async (usedBefore, createdBefore) => {
      await sql`delete from sessions
        where last_used_at < ${usedBefore} or created_at < ${createdBefore}`.execute(db);
    },
  };
}
