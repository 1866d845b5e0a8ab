/**
 * Runs PGlite off the main thread: it computes synchronously, and a long query would stop every request.
 * Plain JavaScript, because Node 20 starts a worker from a file and runs no TypeScript.
 *
 * Messages in: `{ id, text, values }` or `{ id, close: true }`. Messages out: `{ id, rows, affected }`, or
 * `{ id, error }` with the fields of a PostgreSQL error. The first message out, `{ id: 0 }`, says that it is open;
 * `'lost'` says that the data folder belongs to another process, `{ failed }` that the disk fails with that code.
 */
import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import zlib from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { keepClaim } from '../folder/claim-file.mjs';

/**
 * @typedef {{ directory?: string, claimed?: import('../folder/claim-file.mjs').ClaimedFile, template?: string,
 *   fsyncCounter?: SharedArrayBuffer }} Options
 */

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread');
/** @type {Options} */
const options = workerData;

// PGlite would drop a byte order mark at the start of a text.
globalThis.TextDecoder = class extends TextDecoder {
  /** @param {string} [encoding] */
  constructor(encoding) {
    super(encoding, { ignoreBOM: true });
  }
};

/** Emscripten's file system errors have a WASI error number and no message. @type {Record<number, string>} */
const systemCodes = {
  2: 'EACCES',
  19: 'EDQUOT',
  22: 'EFBIG',
  29: 'EIO',
  33: 'EMFILE',
  44: 'ENOENT',
  51: 'ENOSPC',
  63: 'EPERM',
  69: 'EROFS',
};

/** @param {unknown} error */
function describe(error) {
  const source = /** @type {Record<string, unknown>} */ (error);
  const { constraint, detail, errno } = source;
  const system = typeof errno === 'number' ? (systemCodes[errno] ?? `file system error ${errno}`) : undefined;
  // Not the error itself: PGlite attaches the statement with its values, and its stack is minified source.
  const message = [source['message'], system, source['name']].find((text) => typeof text === 'string');
  return { message: message ?? 'an unknown failure', code: source['code'] ?? system, constraint, detail };
}

/** PGlite fills its 128 MB with zeros when it starts. Other pages are in the system's file cache. */
const sharedBuffers = '24MB';
/** So reading pages in any order takes hardly longer than in theirs; the planner would expect four times as long. */
const randomPageCost = '1.1';

/**
 * PGlite starts PostgreSQL with `-F` (fsync off), and its file system lacks the call: without both changes a power
 * cut may lose acknowledged commits.
 */
async function openDatabase() {
  const startParams = PGlite.defaultStartParams.filter((name) => name !== '-F');
  // Unpacked here because PGlite takes longer.
  const template = options.template
    ? new Blob([zlib.gunzipSync(fs.readFileSync(options.template))])
    : undefined;
  const database = await PGlite.create({
    ...(options.directory ? { dataDir: options.directory } : {}),
    ...(template ? { loadDataDir: template } : {}),
    startParams: [
      ...startParams,
      '-c',
      'wal_sync_method=fsync',
      '-c',
      `shared_buffers=${sharedBuffers}`,
      '-c',
      `random_page_cost=${randomPageCost}`,
    ],
  });
  if (options.directory) patchFileSystem(database);
  return database;
}

/** EIO as numbered by WASI, which Emscripten uses; and EDQUOT, ENOSPC and EROFS. */
const errnoIo = 29;
const diskTroubles = new Set([errnoIo, 19, 51, 69]);

const claim = options.claimed && keepClaim(options.claimed);

/** Whether the data folder is still ours; notifies the main thread if it isn't. */
function isOwner() {
  try {
    if (!claim || claim.holds()) return true;
    port?.postMessage('lost');
  } catch {
    // The claim can't be renewed: others may consider it abandoned at any time.
  }
  return false;
}

/** @param {PGlite} database */
function patchFileSystem(database) {
  // Internals of Emscripten's file system, hence untyped; the version is pinned and tests count the calls.
  /** @type {any} */
  const fileSystem = database.Module.FS;
  const stream = fileSystem.open('/pglite/data/PG_VERSION', 'r');
  const { stream_ops: streams, node_ops: nodes } = stream.node.mount.type;
  const counter = options.fsyncCounter ? new Int32Array(options.fsyncCounter) : undefined;
  streams.fsync = (/** @type {{ nfd: number }} */ file) => {
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
  if (!claim) return;
  /** @param {any} operations @param {string} name @param {(...parameters: any[]) => any} nodeOf what it writes to */
  const guard = (operations, name, nodeOf) => {
    const operation = operations[name];
    operations[name] = (/** @type {unknown[]} */ ...parameters) => {
      // A suspended process may resume in the middle of a statement when the folder has a new owner.
      if (!isOwner()) throw new fileSystem.ErrnoError(errnoIo);
      try {
        return operation(...parameters);
      } catch (error) {
        // PostgreSQL gives up when it can't write its log (PANIC), which PGlite survives only as an endless loop.
        const { errno } = /** @type {{ errno?: number }} */ (error);
        const isLog = fileSystem.getPath(nodeOf(...parameters)).includes('/pg_wal');
        if (isLog && errno !== undefined && diskTroubles.has(errno))
          port?.postMessage({ failed: systemCodes[errno] });
        throw error;
      }
    };
  };
  for (const name of ['write', 'fsync', 'setattr']) guard(streams, name, ({ node }) => node);
  for (const name of ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'])
    guard(nodes, name, (node) => node);
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
        // Reads are rejected too: another process may have changed the data.
        if (!isOwner()) throw new Error('The data folder belongs to another process');
        const { rows, affectedRows: affected = 0 } = await database.query(message.text, message.values);
        port.postMessage({ id, rows, affected });
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
