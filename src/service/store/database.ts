import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { openDataFolder, templateFile } from './data-folder.ts';
import { migrate } from './migrate.ts';
import { openPglitePool } from './pglite-pool.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './schema.ts';

/** An open store: the same SQL whatever is behind it. */
export interface Database {
  db: Kysely<Tables>;
  kind: 'pglite' | 'postgres';
  close(): Promise<void>;
}

/** Where the data is: a folder for the embedded database, a PostgreSQL server, or memory (tests). */
export type DatabaseOptions =
  { dataDir: string; fsyncCounter?: SharedArrayBuffer } | { databaseUrl: string } | { memory: true };

/**
 * Opens the store and brings its schema up to date.
 * @throws StoreError with one sentence for everything that the person who starts the product can mend
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const opened = await connect(options);
  try {
    await migrate(opened.db);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function connect(options: DatabaseOptions): Promise<Database> {
  if ('databaseUrl' in options) {
    const db = kyselyOn(await openPostgres(options.databaseUrl));
    return { db, kind: 'postgres', close: () => db.destroy() };
  }
  if ('memory' in options) {
    const template = templateFile();
    const db = kyselyOn(await openPglitePool(template ? { template } : {}));
    return { db, kind: 'pglite', close: () => db.destroy() };
  }
  const { pool, unlock } = await openDataFolder(options.dataDir, options.fsyncCounter);
  const db = kyselyOn(pool);
  const close = async () => {
    await db.destroy();
    await unlock();
  };
  return { db, kind: 'pglite', close };
}

function kyselyOn(pool: PostgresPool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
