import { existsSync, readFileSync, statSync } from 'node:fs';
import { access, constants, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { claimFolder, type ClaimOptions } from './claim.ts';
import { syncFolder, syncTree } from './durable-files.ts';
import { openPglitePool, type PgliteOptions, type PglitePool } from '../database/pglite-pool.ts';
import { explainStorage, StoreError } from '../database/store-error.ts';

/** The embedded database's folder, and callbacks for its claim. */
export interface DataFolderOptions extends ClaimOptions {
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
}: DataFolderOptions): Promise<{ pool: PglitePool; unlock(): Promise<void> }> {
  const folder = path.resolve(dataDir);
  const refuse = refuseFolder(folder);
  await makeWritable(folder).catch(refuse);
  await requireFiles(folder).catch(refuse);
  const fail = (error: StoreError | undefined) => error && events.onLost?.(error);
  const { file, reportLoss, release } = await claimFolder(folder, events).catch(refuse);
  const claim = { file, onLost: reportLoss, onDiskFailure: (code: string) => fail(explainStorage({ code })) };
  try {
    const directory = await prepareDatabase(folder, claim).catch(refuse);
    const pool = await openPglitePool({ directory, claim, fsyncCounter }).catch(refuseDatabase(directory));
    return { pool, unlock: release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** How many files the database opens, and a few connections; with fewer, it would fail later, for no apparent reason. */
const openFiles = 256;

/** @throws if the process can't open that many */
async function requireFiles(folder: string): Promise<void> {
  const handles: FileHandle[] = [];
  try {
    for (let count = 0; count < openFiles; count += 1) handles.push(await open(folder, constants.O_RDONLY));
  } finally {
    await Promise.all(handles.map((handle) => handle.close()));
  }
}

async function makeWritable(folder: string): Promise<void> {
  refuseFile(folder, 'DATA_DIR must name a folder');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const database = path.join(folder, 'database');
  refuseFile(database, 'move it away, or set another DATA_DIR');
  // Copied or restored by another user, the folder may be writable, but not what's in it.
  for (const name of ['', 'PG_VERSION', 'global', 'global/pg_control', 'base', 'pg_wal']) {
    const file = path.join(database, name);
    if (existsSync(file)) await access(file, constants.R_OK | constants.W_OK).catch(refuseOwner(file));
  }
}

function refuseFile(name: string, repair: string): void {
  const found = statSync(name, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new StoreError(`${name} is a file, not a folder: ${repair}`);
}

const refuseOwner = (file: string) =>
  refusing(({ code }) => {
    const owner = statSync(file, { throwIfNoEntry: false })?.uid;
    return `This process runs as user ${process.getuid?.()} and can't write ${file}, which belongs to user ${owner} (${code}): run it as that user, or change the owner of the folder`;
  });

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
async function prepareDatabase(folder: string, claim: PgliteOptions['claim']): Promise<string> {
  const directory = path.join(folder, 'database');
  const fresh = path.join(folder, 'database.new');
  if (existsSync(directory)) {
    refuseIncomplete(folder, directory);
    refuseVersion(directory);
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
  // Before it's finished: what PGlite unpacks into it can be written by everyone.
  await mkdir(fresh, { mode: 0o700 });
  const pool = await openPglitePool({ directory: fresh, template: templateFile(), claim }).catch(
    refuseDatabase(directory),
  );
  await pool.end();
  await syncTree(fresh);
  await rename(fresh, directory);
  await syncFolder(folder);
  return directory;
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

/** The major version of PostgreSQL that PGlite contains. */
const postgresVersion = '18';

function refuseVersion(directory: string): void {
  const version = readFileSync(path.join(directory, 'PG_VERSION'), 'utf8').trim();
  if (version === postgresVersion) return;
  throw new StoreError(
    `The database in ${directory} was written by PostgreSQL ${version.slice(0, 20)}, and this version needs ${postgresVersion}: start the version of Palisade Console that wrote it, or set another DATA_DIR`,
  );
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
