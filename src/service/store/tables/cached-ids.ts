import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../database/schema.ts';

/** The ids that a query finds, in its order. `key` is what tells one query from another. */
export type CachedIds = (key: string, ids: RawBuilder<unknown>) => Promise<readonly number[]>;

const maxKept = 20;

/**
 * The order of records for paging: finding the rows at an offset reads all rows before them, and deciding what a user
 * sees walks subtrees, so doing either for every page makes a long list cost its square. The ids are kept for as long as
 * the database's snapshot is the same, that is, until anything at all is written by anybody.
 */
export function cachedIds(db: Kysely<Tables>): CachedIds {
  const kept = new Map<string, { snapshot: string; ids: readonly number[] }>();
  return async (key, query) => {
    const known = kept.get(key);
    if (known) {
      const now = await sql<{ snapshot: string | null }>`select ${snapshot} as snapshot`.execute(db);
      if (now.rows[0]?.snapshot === known.snapshot) return known.ids;
      kept.delete(key);
    }
    const result = await sql<{ snapshot: string | null; ids: string }>`select ${snapshot} as snapshot,
      array_to_string(array(${query}), ',') as ids`.execute(db);
    const [row] = result.rows;
    const ids = row?.ids ? row.ids.split(',').map(Number) : [];
    if (row?.snapshot) {
      const [oldest] = kept.keys();
      if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
      kept.set(key, { snapshot: row.snapshot, ids });
    }
    return ids;
  };
}

/** Null inside a transaction that has written: its own writes do not change its snapshot. */
const snapshot = sql`case when pg_current_xact_id_if_assigned() is null then pg_current_snapshot()::text end`;
