import type { Kysely } from 'kysely';
import type { UserStore } from '../domain/ports.ts';
import type { Tables } from './schema.ts';

const columns = ['id', 'login', 'group_id', 'password_hash'] as const;

/** The SQL of users. */
export function userStore(db: Kysely<Tables>): UserStore {
  return {
    find: (id) => db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst(),
    findByLogin: (login) =>
      db.selectFrom('users').select(columns).where('login', '=', login).executeTakeFirst(),
    recordSignIn: async (id, at, via) => {
      await db
        .updateTable('users')
        .set({ last_sign_in_at: at, last_sign_in_via: via })
        .where('id', '=', id)
        .execute();
    },
  };
}
