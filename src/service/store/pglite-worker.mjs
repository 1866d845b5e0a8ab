/**
 * Runs PGlite off the main thread: it computes synchronously, and a long query would stop every request.
 * Plain JavaScript, because Node 20 starts a worker from a file and runs no TypeScript.
 *
 * Messages in: `{ id, text, values }` or `{ id, close: true }`. Messages out: `{ id, rows, affected }`, or
 * `{ id, error }` with the fields of a PostgreSQL error. The first message out, `{ id: 0 }`, says that it is open.
 */
import fs from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import zlib from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';

/** @typedef {{ directory?: string, isNew?: boolean, template?: string, fsyncCounter?: SharedArrayBuffer }} Options */

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread');
/** @type {Options} */
const options = workerData;

/** @param {unknown} error */
function describe(error) {
  const source = /** @type {Record<string, unknown>} */ (error);
  const { code, constraint, table, detail } = source;
  // Not the error itself: PGlite attaches the statement with its values, and its stack is minified source.
  return { message: String(source['message'] ?? error), code, constraint, table, detail };
}

/**
 * PGlite starts PostgreSQL with `-F` (fsync off), and its file system lacks the call: without both changes a power
 * cut may lose acknowledged commits.
 */
async function openDatabase() {
  const startParams = PGlite.defaultStartParams.filter((name) => name !== '-F');
  // Unpacked here, which takes PGlite longer.
  const template = options.template
    ? new Blob([zlib.gunzipSync(fs.readFileSync(options.template))])
    : undefined;
  const database = await PGlite.create({
    ...(options.directory ? { dataDir: options.directory } : {}),
    ...(template ? { loadDataDir: template } : {}),
    startParams: [...startParams, '-c', 'wal_sync_method=fsync'],
  });
  if (options.directory) patchFsync(database);
  // What was written before the patch; PostgreSQL's own initdb ends with the same round.
  if (options.directory && options.isNew) await syncTree(options.directory);
  return database;
}

/** Several at a time, which a disk writes together. @param {string} directory */
async function syncTree(directory) {
  const below = fs.readdirSync(directory, { recursive: true, withFileTypes: true });
  const left = [directory];
  for (const entry of below) left.push(path.join(entry.parentPath, entry.name));
  const syncNext = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await syncPath(next);
  };
  await Promise.all(Array.from({ length: 8 }, syncNext));
}

/** @param {string} name of a file or a folder */
async function syncPath(name) {
  const isFolder = fs.statSync(name).isDirectory();
  // Windows opens no folders, and flushes only what may be written.
  if (isFolder && process.platform === 'win32') return;
  const handle = await open(name, isFolder ? 'r' : 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** EIO in the numbering of WASI, which Emscripten uses. */
const errnoIo = 29;

/** @param {PGlite} database */
function patchFsync(database) {
  // Internals of Emscripten's file system, hence untyped; the version is pinned and a test counts the calls.
  /** @type {any} */
  const fileSystem = database.Module.FS;
  const stream = fileSystem.open('/pglite/data/PG_VERSION', 'r');
  const counter = options.fsyncCounter ? new Int32Array(options.fsyncCounter) : undefined;
  stream.node.mount.type.stream_ops.fsync = (/** @type {{ nfd: number }} */ file) => {
    try {
      fs.fdatasyncSync(file.nfd);
    } catch {
      // PostgreSQL must see the failure as an errno: it then refuses the commit instead of acknowledging it.
      throw new fileSystem.ErrnoError(errnoIo);
    }
    if (counter) Atomics.add(counter, 0, 1);
    return 0;
  };
  fileSystem.close(stream);
}

try {
  const database = await openDatabase();
  port.on(
    'message',
    async (/** @type {{ id: number, text: string, values: unknown[], close?: true }} */ message) => {
      const { id } = message;
      try {
        if (message.close) {
          await database.close();
          port.postMessage({ id });
          port.close();
          return;
        }
        const result = await database.query(message.text, message.values);
        port.postMessage({ id, rows: result.rows, affected: result.affectedRows ?? 0 });
      } catch (error) {
        port.postMessage({ id, error: describe(error) });
      }
    },
  );
  port.postMessage({ id: 0 });
} catch (error) {
  port.postMessage({ id: 0, error: describe(error) });
  port.close();
}
