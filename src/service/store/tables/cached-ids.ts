import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../database/schema.ts';

/** The ids that a query returns, in order. `key` identifies the query. */
export type CachedIds = (key: string, ids: RawBuilder<unknown>) => Promise<readonly number[]>;

const maxCached = 20;

/**
 * Caches record order for paging: an offset reads all rows before it, and determining what a user
 * can see walks subtrees, so doing either for every page takes quadratic time. The ids stay valid as long as
 * the database's snapshot is the same, that is, until anything is written.
 */
export function cachedIds(db: Kysely<Tables>): CachedIds {
  const cached = new Map<string, { snapshot: string; ids: readonly number[] }>();
  return async (key, query) => {
    const known = cached.get(key);
    if (known) {
      const now = await sql<{ snapshot: string | null }>`select ${snapshot} as snapshot`.execute(db);
      if (now.rows[0]?.snapshot === known.snapshot) return known.ids;
      cached.delete(key);
    }
    const result = await sql<{ snapshot: string | null; ids: string }>`select ${snapshot} as snapshot,
      array_to_string(array(${query}), ',') as ids`.execute(db);
    const [row] = result.rows;
    const ids = row?.ids ? row.ids.split(',').map(Number) : [];
    if (row?.snapshot) {
      const [oldest] = cached.keys();
      if (cached.size >= maxCached && oldest !== undefined) cached.delete(oldest);
      cached.set(key, { snapshot: row.snapshot, ids });
    }
    return ids;
  };
}

/** Null in a transaction that has written: its own writes don't change its snapshot. */
const snapshot = sql<
  string | null
>`case when pg_current_xact_id_if_assigned() is null then pg_current_snapshot()::text end`;
