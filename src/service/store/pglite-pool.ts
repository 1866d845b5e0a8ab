import { Worker } from 'node:worker_threads';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

/** What the worker is started with; see `pglite-worker.mjs`. */
export interface PgliteOptions {
  /** The folder of the database; in memory where absent. */
  directory?: string;
  /** Whether the folder is to be filled, and then written through to the disk. */
  isNew?: boolean;
  /** A gzipped tar file of a fresh database to begin from, which saves several seconds of first start. */
  template?: string;
  /** Counts the fsync calls in its first 32 bits, for the test that proves them. */
  fsyncCounter?: SharedArrayBuffer;
}

interface Reply {
  id: number;
  rows?: unknown[];
  affected?: number;
  error?: { message: string; code?: string; constraint?: string };
}

/** A PostgreSQL error as `pg` shapes it: `code` is the SQLSTATE. */
class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  constructor(source: NonNullable<Reply['error']>) {
    super(source.message);
    this.code = source.code;
    this.constraint = source.constraint;
  }
}

/**
 * Opens PGlite in a worker thread behind the pool interface that Kysely's PostgreSQL dialect wants. There is one
 * session, so a connection is handed to one user at a time and transactions never mix.
 * @throws DatabaseError when the database cannot be opened
 */
export async function openPglitePool(options: PgliteOptions): Promise<PostgresPool> {
  const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), { workerData: options });
  const waiting = new Map<number, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let gone: Error | undefined;

  const expect = (id: number) =>
    new Promise<Reply>((resolve, reject) => {
      if (gone) reject(gone);
      else waiting.set(id, { resolve, reject });
    });
  worker.on('message', (reply: Reply) => {
    const caller = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.error) caller?.reject(new DatabaseError(reply.error));
    else caller?.resolve(reply);
  });
  const fail = (reason: string) => {
    gone ??= new Error(reason);
    for (const caller of waiting.values()) caller.reject(gone);
    waiting.clear();
  };
  worker.on('error', (error) => fail(`The embedded database stopped: ${error.message}`));
  worker.on('exit', () => fail('The embedded database is closed'));

  const request = (message: { text: string; values: unknown[] } | { close: true }) => {
    lastId += 1;
    const reply = expect(lastId);
    worker.postMessage({ id: lastId, ...message });
    return reply;
  };

  const ready = expect(0);
  await ready;
  return exclusivePool(
    async (text, values) => {
      const reply = await request({ text, values });
      // Kysely reads the number of affected rows only after a command that it knows as a write.
      return { command: 'UPDATE', rowCount: reply.affected ?? 0, rows: reply.rows ?? [] };
    },
    async () => {
      await request({ close: true });
    },
  );
}

type Query = (
  text: string,
  values: unknown[],
) => Promise<{ command: 'UPDATE'; rowCount: number; rows: unknown[] }>;

function exclusivePool(query: Query, close: () => Promise<void>): PostgresPool {
  let tail: Promise<void> = Promise.resolve();
  let ended = false;
  const connect = async (): Promise<PostgresPoolClient> => {
    const previous = tail;
    let release: () => void = () => undefined;
    tail = new Promise((resolve) => {
      release = resolve;
    });
    await previous;
    return {
      // Kysely calls `query` with text and values alone: no cursor is ever asked for.
      query: ((text: string, values: readonly unknown[]) =>
        query(text, [...values])) as PostgresPoolClient['query'],
      release: () => release(),
    };
  };
  return {
    connect,
    end: async () => {
      if (ended) return;
      ended = true;
      const client = await connect();
      await close();
      client.release();
    },
  };
}
