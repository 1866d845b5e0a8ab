import { sql, type Kysely } from 'kysely';
import type { ApiKeyStore } from '../../domain/ports.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Tables } from '../database/schema.ts';
import { queriesOn } from './queries.ts';

const columns = ['id', 'user_id', 'name', 'created_at', 'last_used_at'] as const;

/** The SQL of API keys, identified by their hash. */
export function apiKeyStore(db: Kysely<Tables>, now: Clock): ApiKeyStore {
  const { run } = queriesOn(db);
  return {
    list: async (userId, start, limit) => {
      const keys = db.selectFrom('api_keys').where('user_id', '=', userId);
      const count = await keys.select(sql<number>`count(*)::int`.as('rows')).executeTakeFirstOrThrow();
      const data = await keys.select(columns).orderBy('id').offset(start).limit(limit).execute();
      return { rows: count.rows, data, start };
    },
    insert: (userId, name, hash) =>
      db
        .insertInto('api_keys')
        .values({ user_id: userId, name, key_hash: hash, created_at: now() })
        .returning(columns)
        .executeTakeFirstOrThrow(),
    touch: (hash, at) => run`update api_keys set last_used_at = ${at} where key_hash = ${hash}`,
    delete: (userId, id) => {
      const key = db.deleteFrom('api_keys').where('user_id', '=', userId).where('id', '=', id);
      return key.returning(columns).executeTakeFirst();
    },
  };
}
