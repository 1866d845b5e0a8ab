import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { openDataFolder, templateFile, type DataFolderOptions } from '../folder/data-folder.ts';
import { migrate } from './migrate.ts';
import { openPglitePool, type PglitePool } from './pglite-pool.ts';
import { openPostgres, type PostgresPools } from './postgres.ts';
import type { Tables } from './schema.ts';
import { statementLimits, type StatementLimits } from './statement-limits.ts';
import { explainStorage } from './store-error.ts';

/** An open store: the same SQL whatever is behind it. */
export interface Database {
  /** For requests. */
  db: Kysely<Tables>;
  /** For what nobody waits for: connections of its own and more time, so that neither starves the other. */
  background: Kysely<Tables>;
  /** For whoever asks whether it answers: a connection of its own and little time. */
  probe: Kysely<Tables>;
  kind: 'pglite' | 'postgres';
  /** How many requests may be worked on at once, each with one connection at a time. */
  requestsAtOnce: number;
  /** Fails everything under way and to come, for the end of a process that cannot wait. */
  abort(): void;
  close(): Promise<void>;
}

/** Where the data is: a folder for the embedded database, a PostgreSQL server, or memory (tests). */
export type DatabaseOptions =
  DataFolderOptions | { databaseUrl: string; limits?: Partial<StatementLimits> } | { memory: true };

/**
 * Opens the store and brings its schema up to date.
 * @throws StoreError with one sentence for everything that the person who starts the product can mend
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { database, migrating, migrated } = await connect(options);
  try {
    await migrate(migrating);
    return database;
  } catch (error) {
    // What does not close, such as a database whose disk is full, must not hide why.
    await database.close().catch(() => undefined);
    throw explainStorage(error) ?? error;
  } finally {
    await migrated();
  }
}

interface Opened {
  database: Database;
  /** The schema may take its time, also waiting for another instance that changes it. */
  migrating: Kysely<Tables>;
  /** Gives back what only `migrating` needed. */
  migrated(): Promise<void>;
}

async function connect(options: DatabaseOptions): Promise<Opened> {
  if ('databaseUrl' in options) {
    return onPostgres(await openPostgres(options.databaseUrl, { ...statementLimits, ...options.limits }));
  }
  if ('memory' in options) {
    const template = templateFile();
    return onPglite(await openPglitePool(template ? { template } : {}));
  }
  const { pool, unlock } = await openDataFolder(options);
  return onPglite(pool, unlock);
}

function onPostgres({ requests, background, probe, migrating, requestConnections }: PostgresPools): Opened {
  const pools = [requests, background, probe];
  const database: Database = {
    db: kyselyOn(requests),
    background: kyselyOn(background),
    probe: kyselyOn(probe),
    kind: 'postgres',
    requestsAtOnce: requestConnections,
    abort: () => {
      for (const pool of pools) pool.abort();
    },
    close: async () => {
      for (const pool of pools) await pool.end();
    },
  };
  return { database, migrating: kyselyOn(migrating), migrated: () => migrating.end() };
}

/** One session answers one statement at a time; so many requests wait for it in turn. */
const pgliteRequestsAtOnce = 10;

function onPglite(pool: PglitePool, unlock: () => Promise<void> = () => Promise.resolve()): Opened {
  const { request, background, probe } = statementLimits;
  const database: Database = {
    db: kyselyOn(pool.within(request)),
    background: kyselyOn(pool.within(background)),
    probe: kyselyOn(pool.within(probe)),
    kind: 'pglite',
    requestsAtOnce: pgliteRequestsAtOnce,
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
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
