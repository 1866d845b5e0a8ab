import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import { lockDirectory } from './directory-lock.ts';
import { migrate } from './migrate.ts';
import { openPglitePool } from './pglite-pool.ts';
import type { Tables } from './schema.ts';
import { StoreError } from './store-error.ts';

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

function connect(options: DatabaseOptions): Promise<Database> {
  if ('databaseUrl' in options) return connectPostgres(options.databaseUrl);
  if ('memory' in options) return connectMemory();
  return connectFolder(options.dataDir, options.fsyncCounter);
}

async function connectMemory(): Promise<Database> {
  const template = templateFile();
  const pool = await openPglitePool(template ? { template } : {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, kind: 'pglite', close: () => db.destroy() };
}

async function connectFolder(
  dataDir: string,
  fsyncCounter: SharedArrayBuffer | undefined,
): Promise<Database> {
  const folder = path.resolve(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(refuseFolder(folder));
  const unlock = await lockDirectory(folder).catch(refuseFolder(folder));
  if (!unlock) {
    throw new StoreError(
      `The data folder ${folder} is in use by another process: stop it, or set another DATA_DIR`,
    );
  }
  const directory = path.join(folder, 'database');
  const unfinished = path.join(folder, 'database.unfinished');
  try {
    // A first start that was cut off leaves a folder that may not open; nothing was acknowledged from it.
    if (existsSync(unfinished)) await rm(directory, { recursive: true, force: true });
    const isNew = !existsSync(directory);
    const template = isNew ? templateFile() : undefined;
    if (isNew) await writeFile(unfinished, '').catch(refuseFolder(folder));
    const pool = await openPglitePool({
      directory,
      ...(template ? { template } : {}),
      ...(fsyncCounter ? { fsyncCounter } : {}),
    }).catch((error: Error) => {
      throw new StoreError(`The database in ${directory} cannot be opened: ${error.message}`);
    });
    if (isNew) await rm(unfinished, { force: true });
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const close = async () => {
      await db.destroy();
      await unlock();
    };
    return { db, kind: 'pglite', close };
  } catch (error) {
    await unlock();
    throw error;
  }
}

function refuseFolder(folder: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new StoreError(
      `The data folder ${folder} cannot be written (${error.code}): give this user access to it, or set another DATA_DIR`,
    );
  };
}

/** The prepared fresh database: beside the built server, or in the cache that the tests share. */
function templateFile(): string | undefined {
  const places = [
    './database-template.tar.gz',
    '../../../node_modules/.cache/palisade/database-template.tar.gz',
  ];
  return places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((file) => existsSync(file));
}

const int8 = 20;

async function connectPostgres(databaseUrl: string): Promise<Database> {
  const pool = new Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    types: {
      // Counts fit a JavaScript number; PGlite hands them over as numbers too.
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        id === int8 ? Number : types.getTypeParser(id, format),
    },
  });
  // An idle connection that breaks is replaced at the next query; unheard, its error would end the process.
  pool.on('error', () => undefined);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    const { host } = new URL(databaseUrl);
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
    throw new StoreError(
      `PostgreSQL at ${host} cannot be used: ${reason}. Check DATABASE_URL and the server`,
    );
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, kind: 'postgres', close: () => db.destroy() };
}
