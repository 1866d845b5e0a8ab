import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { openDataFolder, templateFile, type DataFolderOptions } from '../folder/data-folder.ts';
import { migrate } from './migrate.ts';
import { openPglitePool, type PglitePool } from './pglite-pool.ts';
import { openPostgres, type PostgresPools, statementLimits, type StatementLimits } from './postgres.ts';
import type { Tables } from './schema.ts';
import { repairSequences } from './sequences.ts';
import { explainStorage } from './store-error.ts';
import { refuseReader } from './usable-server.ts';

/** An open database: the same SQL for PGlite and PostgreSQL. */
export interface Database {
  db: Kysely<Tables>;
  /** For background work: separate connections and longer timeouts, so that neither starves the other. */
  background: Kysely<Tables>;
  /** For the readiness check: a separate connection and a short timeout. */
  probe: Kysely<Tables>;
  kind: 'pglite' | 'postgres';
  /** How many statements that may write have begun; undefined if other processes may write too. */
  writes(): number | undefined;
  /** Does the regular work on tables that a database server does itself. Call it about once a minute. */
  maintain(): Promise<void>;
  /** The number of concurrent requests, each with one connection at a time. */
  concurrentRequests: number;
  /** Fails all current and future statements, for a process that can't wait to end. */
  abort(): void;
  close(): Promise<void>;
}

/** Where the data is: a folder for the embedded database, a PostgreSQL server, or memory (tests). */
export type DatabaseOptions = (DataFolderOptions | { databaseUrl: string } | { memory: true }) & {
  limits?: Partial<StatementLimits>;
  /** Called with a sentence while something takes long. */
  onWait?(sentence: string): void;
  /** Called with a sentence about what was repaired. */
  onRepair?(sentence: string): void;
};

/**
 * Opens the store and brings its schema up to date.
 * @throws StoreError with one sentence for everything that the operator can fix
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { database, migrating, migrated } = await connect(options);
  try {
    await migrate(migrating, options.onWait);
    if (database.kind === 'postgres') await refuseReader(migrating);
    await repairSequences(migrating, options.onRepair);
    return database;
  } catch (error) {
    // A failing close, such as on a full disk, must not hide the original error.
    await database.close().catch(() => undefined);
    throw explainStorage(error) ?? error;
  } finally {
    await migrated();
  }
}

interface Opened {
  database: Database;
  /** Without timeouts: migrations may take long, or wait for another instance's. */
  migrating: Kysely<Tables>;
  /** Releases what only `migrating` needed. */
  migrated(): Promise<void>;
}

async function connect(options: DatabaseOptions): Promise<Opened> {
  const limits = { ...statementLimits, ...options.limits };
  if ('databaseUrl' in options) return onPostgres(await openPostgres(options.databaseUrl, limits));
  if ('memory' in options) return onPglite(await openPglitePool({ template: templateFile() }), limits);
  const { pool, unlock } = await openDataFolder(options);
  return onPglite(pool, limits, unlock);
}

function onPostgres({ requests, background, probe, migrating, requestConnections }: PostgresPools): Opened {
  const pools = [requests, background, probe];
  const database: Database = {
    db: kyselyOn(requests),
    background: kyselyOn(background),
    probe: kyselyOn(probe),
    kind: 'postgres',
    writes: () => undefined,
    maintain: () => Promise.resolve(),
    concurrentRequests: requestConnections,
    abort: () => {
      for (const pool of pools) pool.abort();
    },
    close: async () => {
      for (const pool of pools) await pool.end();
    },
  };
  return { database, migrating: kyselyOn(migrating), migrated: () => migrating.end() };
}

/**
 * The session runs one statement at a time; this many requests take turns. More would wait for each other's
 * transactions in the middle of their work: with 10, goodput under overload fell to 70 % of the peak (now over 90 %).
 */
const pgliteConcurrentRequests = 4;

function onPglite(
  pool: PglitePool,
  { request, background, probe }: StatementLimits,
  unlock: () => Promise<void> = () => Promise.resolve(),
): Opened {
  const db = kyselyOn(pool.within(request));
  const inBackground = kyselyOn(pool.within(background));
  const database: Database = {
    db,
    background: inBackground,
    probe: kyselyOn(pool.within(probe)),
    kind: 'pglite',
    writes: () => pool.writes(),
    maintain: () => vacuumChangedTables(inBackground),
    concurrentRequests: pgliteConcurrentRequests,
    abort: () => pool.abort(),
    close: async () => {
      try {
        await pool.end();
      } finally {
        await unlock();
      }
    },
  };
  return { database, migrating: kyselyOn(pool), migrated: () => Promise.resolve() };
}

function kyselyOn(pool: PostgresPool): Kysely<Tables> {
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Reclaims the space of deleted rows and updates the planner's statistics, for tables that changed enough: what autovacuum
 * does on a PostgreSQL server. The thresholds are its defaults, but large tables don't wait for a fifth of their rows.
 */
async function vacuumChangedTables(db: Kysely<Tables>): Promise<void> {
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
