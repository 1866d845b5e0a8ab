import { existsSync } from 'node:fs';
import { access, constants, mkdir, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockDirectory, type Unlock } from './directory-lock.ts';
import { openPglitePool, type PglitePool } from './pglite-pool.ts';
import { StoreError } from './store-error.ts';

/**
 * Opens the embedded database in a data folder, which is made where it is missing.
 * @param fsyncCounter counts the fsync calls in its first 32 bits, for the test that proves them
 * @returns the pool, and the way to give the folder back once the pool has ended
 * @throws StoreError when the folder cannot be written or opened, or is in use by another process
 */
export async function openDataFolder(
  dataDir: string,
  fsyncCounter?: SharedArrayBuffer,
): Promise<{ pool: PglitePool; unlock: Unlock }> {
  const folder = path.resolve(dataDir);
  await makeWritable(folder).catch(refuseFolder(folder));
  const unlock = await lockDirectory(folder).catch(refuseFolder(folder));
  if (!unlock) {
    throw new StoreError(
      `The data folder ${folder} is in use by another process: stop it, or set another DATA_DIR`,
    );
  }
  try {
    return { pool: await openPglite(folder, fsyncCounter), unlock };
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function makeWritable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const database = path.join(folder, 'database');
  if (existsSync(database)) await access(database, constants.R_OK | constants.W_OK | constants.X_OK);
}

function refuseFolder(folder: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new StoreError(
      `The data folder ${folder} cannot be written (${error.code}): give this user access to it, or set another DATA_DIR`,
    );
  };
}

async function openPglite(folder: string, fsyncCounter: SharedArrayBuffer | undefined): Promise<PglitePool> {
  const directory = path.join(folder, 'database');
  const unfinished = path.join(folder, 'database.unfinished');
  const refuse = refuseFolder(folder);
  // A first start that was cut off leaves a folder that may not open; nothing was acknowledged from it.
  if (existsSync(unfinished)) await rm(directory, { recursive: true, force: true }).catch(refuse);
  const isNew = !existsSync(directory);
  const template = isNew ? templateFile() : undefined;
  if (isNew) {
    await writeFile(unfinished, '').catch(refuse);
    await sync(folder);
  }
  const pool = await openPglitePool({
    directory,
    isNew,
    ...(template ? { template } : {}),
    ...(fsyncCounter ? { fsyncCounter } : {}),
  }).catch((error: Error) => {
    throw new StoreError(
      `The database in ${directory} cannot be opened (${error.message}): restore it from a backup, or set another DATA_DIR`,
    );
  });
  if (isNew) {
    await rm(unfinished, { force: true });
    // Back after a power cut, the mark would have the next start delete what was acknowledged meanwhile.
    await sync(folder);
  }
  return pool;
}

/** Makes the entries of a folder survive a power cut. */
async function sync(folder: string): Promise<void> {
  // Windows opens no folders, and its file system keeps a journal of entries.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The prepared fresh database, which saves several seconds of a first start.
 * @returns its path beside the built server or in the cache that the tests share; undefined where none was made
 */
export function templateFile(): string | undefined {
  const places = [
    './database-template.tar.gz',
    '../../../node_modules/.cache/palisade/database-template.tar.gz',
  ];
  return places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((file) => existsSync(file));
}
