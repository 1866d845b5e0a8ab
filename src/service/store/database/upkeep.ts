import { sql, type Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * Reclaims the space of deleted rows and updates the planner's statistics, for tables that changed enough: what autovacuum
 * does on a PostgreSQL server. The thresholds are its defaults, but large tables don't wait for a fifth of their rows.
 */
export async function vacuumChangedTables(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string; isVacuumDue: boolean; isAnalyzeDue: boolean }>`
    select name, dead > least(50 + 0.2 * size, 20000) as "isVacuumDue", changed > 50 + 0.1 * size as "isAnalyzeDue"
    from (
      select relid::regclass::text as name, n_dead_tup as dead, n_mod_since_analyze as changed,
        greatest(reltuples, 0) as size
      from pg_stat_user_tables join pg_class on pg_class.oid = relid
    ) counted`.execute(db);
  // One statement per table: other statements can run after each.
  for (const { name, isVacuumDue, isAnalyzeDue } of rows) {
    const table = sql.raw(name);
    if (isVacuumDue) await sql`vacuum (analyze) ${table}`.execute(db);
    else if (isAnalyzeDue) await sql`analyze ${table}`.execute(db);
  }
}
