import { existsSync, statSync } from 'node:fs';
import { access, constants, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { claimFolder, type Claim, type ClaimEvents, type Patience } from './claim.ts';
import { lockDirectory, type Unlock } from './directory-lock.ts';
import { syncFolder, syncTree } from './durable-files.ts';
import { openPglitePool, type PglitePool } from '../database/pglite-pool.ts';
import { explainStorage, StoreError } from '../database/store-error.ts';
import { unpack } from './unpack.ts';

/** The embedded database's folder, and callbacks for its claim. */
export interface DataFolderOptions extends ClaimEvents, Patience {
  dataDir: string;
  /** Counts fsync calls in its first 32 bits (tests). */
  fsyncCounter?: SharedArrayBuffer;
}

/**
 * Opens the embedded database in a data folder, which is created if missing.
 * @returns the pool, and a function that releases the folder once the pool has ended
 * @throws StoreError if the folder can't be written or opened, is incomplete, or is in use by another process
 */
export async function openDataFolder({
  dataDir,
  fsyncCounter,
  ...events
}: DataFolderOptions): Promise<{ pool: PglitePool; unlock: Unlock }> {
  const folder = path.resolve(dataDir);
  const refuse = refuseFolder(folder);
  await makeWritable(folder).catch(refuse);
  const fail = (error: StoreError | undefined) => error && events.onLost?.(error);
  const { claimed, reportLoss, release } = await ownFolder(folder, events).catch(refuse);
  try {
    const directory = await prepareDatabase(folder).catch(refuse);
    const pool = await openPglitePool({
      directory,
      claim: { claimed, onLost: reportLoss, onDiskFailure: (code) => fail(explainStorage({ code })) },
      ...(fsyncCounter ? { fsyncCounter } : {}),
    }).catch(refuseDatabase(directory));
    return { pool, unlock: release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function makeWritable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const database = path.join(folder, 'database');
  if (existsSync(database)) await access(database, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** Two PGlite processes on one folder would silently lose each other's writes. */
async function ownFolder(folder: string, events: ClaimEvents & Patience): Promise<Claim> {
  const unlock = await lockDirectory(folder);
  if (!unlock)
    throw new StoreError(
      `The data folder ${folder} is in use by another process: stop it, or set another DATA_DIR`,
    );
  try {
    const claim = await claimFolder(folder, events);
    const release = async () => {
      await claim.release();
      await unlock();
    };
    return { ...claim, release };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Throws a StoreError for any error. @param say the sentence for one without an explanation */
function refusing(say: (error: NodeJS.ErrnoException) => string) {
  return (error: NodeJS.ErrnoException): never => {
    throw error instanceof StoreError ? error : (explainStorage(error) ?? new StoreError(say(error)));
  };
}

const refuseFolder = (folder: string) =>
  refusing(
    ({ code }) =>
      `The data folder ${folder} can't be written (${code}): give this user access to it, or set another DATA_DIR`,
  );

const refuseDatabase = (directory: string) =>
  refusing(
    ({ message }) =>
      `The database in ${directory} can't be opened (${message}): restore it from a backup, or set another DATA_DIR`,
  );

/**
 * Makes sure that there's a complete database. A new one is created under another name and renamed, so that `database` was
 * always complete once: anything missing from it was lost.
 * @returns its folder
 */
async function prepareDatabase(folder: string): Promise<string> {
  const directory = path.join(folder, 'database');
  const fresh = path.join(folder, 'database.new');
  await removeUnfinished(folder, directory, fresh);
  if (existsSync(directory)) {
    refuseIncomplete(folder, directory);
    await rm(fresh, { recursive: true, force: true });
    return directory;
  }
  const key = path.join(folder, 'secret.key');
  // The first start creates the key after the database; if interrupted, it leaves `database.new`.
  if (existsSync(key) && !existsSync(fresh))
    throw new StoreError(
      `${key} exists, but its database is missing: restore the folder ${directory} from a backup. To start with an empty database, move the key away first`,
    );
  await rm(fresh, { recursive: true, force: true });
  const template = templateFile();
  if (template) await unpack(template, fresh);
  else await initialise(fresh);
  await syncTree(fresh);
  await rename(fresh, directory);
  await syncFolder(folder);
  return directory;
}

/** Earlier versions created the database in place, and left this file if interrupted. */
async function removeUnfinished(folder: string, directory: string, fresh: string): Promise<void> {
  const mark = path.join(folder, 'database.unfinished');
  if (!existsSync(mark)) return;
  await mkdir(fresh, { recursive: true, mode: 0o700 });
  await rm(directory, { recursive: true, force: true });
  await rm(mark);
}

/** Essential files; without the first, PGlite would create a new database. */
const essential = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'];

function refuseIncomplete(folder: string, directory: string): void {
  const missing = essential.find((name) => {
    const found = statSync(path.join(directory, name), { throwIfNoEntry: false });
    // Folders have a size of 0 on some file systems.
    return !found || (found.isFile() && found.size === 0);
  });
  if (missing === undefined) return;
  throw new StoreError(
    `The database in ${directory} is incomplete (${missing} is missing or empty): restore the whole folder ${folder} from a backup. To start with an empty database, move ${folder} away`,
  );
}

/** Without a template, PGlite initializes the database itself. */
async function initialise(directory: string): Promise<void> {
  const pool = await openPglitePool({ directory }).catch(refuseDatabase(directory));
  await pool.end();
}

/**
 * The prebuilt empty database, which saves several seconds on the first start.
 * @returns its path next to the built server or in the tests' shared cache; undefined if there's none
 */
export function templateFile(): string | undefined {
  const places = [
    './database-template.tar.gz',
    '../../../../node_modules/.cache/palisade/database-template.tar.gz',
  ];
  return places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((file) => existsSync(file));
}
