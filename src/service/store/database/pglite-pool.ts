import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseError } from 'pg';
import { storableValue } from '../../domain/storable.ts';
import { Unavailable } from '../../domain/unavailable.ts';
import { diskFull, fullCodes, tooSlow } from './unavailability.ts';
import { isOwned } from '../folder/owner-file.mjs';

/** The worker's options; see `pglite-worker.mjs`. */
export interface PgliteOptions {
  /** The database's folder; in memory by default. */
  directory?: string;
  /** The claim on the data folder, by its owner file: nothing is written once it's lost. */
  claim?: { file: string; onLost(): void; onDiskFailure(code: string): void } | undefined;
  /** A gzipped tar file of a new database, to start from. */
  template?: string | undefined;
  /** Counts fsync calls in its first 32 bits (tests). */
  fsyncCounter?: SharedArrayBuffer | undefined;
}

interface Reply {
  id: number;
  rows?: unknown[];
  affected?: number;
  error?: { message: string; code?: string; constraint?: string; detail?: string };
}

/** The only session of an embedded database, without time limits. */
export interface PglitePool extends PostgresPool {
  /** The same session with a time limit for getting it and for each statement. */
  within(milliseconds: number): PostgresPool;
  /** How many statements that may write have begun; undefined if another process may have written too. */
  writes(): number | undefined;
  /** Terminates the database at any point, which it's designed to survive. */
  abort(): void;
}

/** How long a full disk is given until the database is opened again. */
const reopenMilliseconds = 5_000;

/**
 * Opens PGlite in a worker thread behind the pool interface that Kysely's PostgreSQL dialect expects. There's only one
 * session, so it's used by one caller at a time, in order, and transactions never mix.
 * @throws DatabaseError if the database can't be opened
 */
export async function openPglitePool({ claim, ...options }: PgliteOptions): Promise<PglitePool> {
  let worker: Worker;
  const waiting = new Map<number, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let gone: Error | undefined;
  let writes = 0;

  const onMessage = (reply: Reply | { failed: string } | 'lost') => {
    if (reply === 'lost') return claim?.onLost();
    if ('failed' in reply)
      return fullCodes.has(reply.failed) ? waitForSpace() : claim?.onDiskFailure(reply.failed);
    const caller = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.error)
      caller?.reject(Object.assign(new DatabaseError(reply.error.message, 0, 'error'), reply.error));
    else caller?.resolve(reply);
  };
  const fail = (reason: Error) => {
    gone ??= reason;
    for (const caller of waiting.values()) caller.reject(gone);
    waiting.clear();
  };
  const start = () => {
    const workerData = { ...options, ownerFile: claim?.file };
    const starting = new Worker(new URL('./pglite-worker.mjs', import.meta.url), { workerData });
    worker = starting;
    starting.on('message', (reply) => starting === worker && onMessage(reply));
    const stopped = (reason: string) => starting === worker && fail(new Error(reason));
    starting.on('error', (error) => stopped(`The embedded database stopped: ${error.message}`));
    starting.on('exit', () => stopped('The embedded database is closed'));
    return new Promise<Reply>((resolve, reject) => waiting.set(0, { resolve, reject }));
  };

  let ended = false;
  /** The database can't continue without its log, but it recovers once it's opened again. */
  const waitForSpace = () => {
    fail(new Unavailable(diskFull, true));
    void worker.terminate();
    const opening = setTimeout(() => {
      if (ended) return;
      start().then(() => (gone = undefined), waitForSpace);
    }, reopenMilliseconds);
    opening.unref();
  };

  const request = (message: { text: string; values: unknown[] } | { close: true }) => {
    if (gone) return Promise.reject(gone);
    lastId += 1;
    const id = lastId;
    const reply = new Promise<Reply>((resolve, reject) => waiting.set(id, { resolve, reject }));
    worker.postMessage({ id, ...message });
    return reply;
  };

  await start();
  const session: Session = {
    query: async (text, values) => {
      if (mayWrite.test(text)) writes += 1;
      const reply = await request({ text, values });
      // Kysely reads the number of affected rows only after a write command.
      return { command: 'UPDATE', rowCount: reply.affected ?? 0, rows: reply.rows ?? [] };
    },
    close: async () => {
      ended = true;
      await request({ close: true }).catch((error: unknown) => {
        // If the worker has ended, there's nothing to close.
        if (!gone) throw error;
      });
    },
  };
  // After a suspension, the folder may belong to another process, which may have changed anything.
  const isOwner = () => !claim || isOwned(claim.file);
  return {
    ...exclusivePool(session),
    writes: () => (gone === undefined && isOwner() ? writes : undefined),
    abort: () => {
      ended = true;
      void worker.terminate();
    },
  };
}

const mayWrite = /\b(insert|update|delete|truncate|merge)\b/i;

interface Session {
  query(text: string, values: unknown[]): Promise<{ command: 'UPDATE'; rowCount: number; rows: unknown[] }>;
  close(): Promise<void>;
}

function exclusivePool(session: Session): Omit<PglitePool, 'abort' | 'writes'> {
  let tail: Promise<void> = Promise.resolve();
  let ended = false;
  const connect = async (milliseconds?: number): Promise<PostgresPoolClient> => {
    const previous = tail;
    let release: () => void = () => undefined;
    tail = new Promise((resolve) => {
      release = resolve;
    });
    if (!(await settles(previous, milliseconds))) {
      // When its turn comes, the session passes to the next one.
      void previous.then(release);
      throw new Unavailable('the database is busy: try again in a few seconds');
    }
    return clientOf(session, release, milliseconds);
  };
  const end = async () => {
    if (ended) return;
    ended = true;
    const client = await connect();
    await session.close();
    client.release();
  };
  const within = (milliseconds?: number): PostgresPool => ({
    connect: () => connect(milliseconds),
    end,
  });
  return { ...within(), within };
}

/** PGlite has no `statement_timeout` and can't cancel statements: they continue, but no one waits for them. */
function clientOf(
  { query }: Session,
  release: () => void,
  milliseconds: number | undefined,
): PostgresPoolClient {
  let late: Promise<unknown> | undefined;
  const inTime = async (text: string, values: readonly unknown[]) => {
    if (late) throw new Unavailable(tooSlow);
    const outcome = query(text, values.map(storableValue)).catch((error: unknown) => {
      if (error instanceof Unavailable) throw error;
      if (!(error instanceof DatabaseError)) throw new Unavailable(stopped, true, { cause: error });
      throw fullCodes.has(error.code) ? new Unavailable(diskFull, false, { cause: error }) : error;
    });
    if (await settles(outcome, milliseconds)) return outcome;
    late = outcome.catch(() => undefined);
    throw new Unavailable(tooSlow, true);
  };
  return {
    // Kysely calls `query` only with text and values, never for a cursor.
    query: inTime as PostgresPoolClient['query'],
    release: () => {
      if (!late) return release();
      // Any transaction it was part of ends with it.
      void late
        .then(() => query('rollback', []))
        .catch(() => undefined)
        .then(release);
    },
  };
}

const stopped = 'the embedded database has stopped: restart the service';

/** Whether a promise settles within a time limit; always true without one. */
async function settles(work: Promise<unknown>, milliseconds: number | undefined): Promise<boolean> {
  const end = work.then(
    () => true,
    () => true,
  );
  if (milliseconds === undefined) return end;
  const settled = new AbortController();
  const late = sleep(milliseconds, false, { signal: settled.signal }).catch(() => false);
  return Promise.race([end, late]).finally(() => settled.abort());
}
