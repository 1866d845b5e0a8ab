import type { PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { Unavailable } from '../../domain/unavailable.ts';
import { Exchange, type Statement, type StatementResult } from './exchange.ts';
import type { StatementPool } from './pool-executor.ts';
import { failureOf, tooSlow, unreachableBecause } from './unavailability.ts';

/** A statement, and what to do with its outcome. */
interface Sent extends Statement {
  resolve(result: StatementResult): void;
  reject(error: unknown): void;
}

/** A pool that can be aborted. */
export interface AbortablePool extends StatementPool {
  /** For statements that only read and take no time: see `together`. */
  early: StatementPool;
  /**
   * Runs a function and sends the `early` statements that it starts before its first `await` with the first other
   * statement that it starts there, in one round trip, or by themselves if there's none. They're never part of a
   * transaction and never wait for the statement of another request.
   */
  together<Result>(run: () => Result): Result;
  /** Fails all current and future statements. */
  abort(): void;
}

/** How long a connection stays ready between two uses, before the pool's own time limit starts. */
const restMilliseconds = 1_000;

/**
 * Guards a pool against an unreachable or frozen server: statements time out after `milliseconds`, the
 * connection of a timed-out statement is discarded, and failures are thrown as `Unavailable`.
 */
export function guardedPool(pool: Pool, milliseconds: number): AbortablePool {
  const inUse = new Set<GuardedClient>();
  /** Connections between two uses: returning them to the pool each time takes longer than preparing a statement. */
  const resting: PoolClient[] = [];
  let returning: NodeJS.Timeout | undefined;
  /** Gives up waiting for a connection; undefined once aborted. */
  let waiting: Set<() => void> | undefined = new Set();
  /** The early statements of the function that `together` runs. */
  let current: Sent[] | undefined;
  let ended: Promise<void> | undefined;

  const guarded = (connected: PoolClient) => {
    const client = new GuardedClient(connected, milliseconds, (reason) => {
      inUse.delete(client);
      // With a reason, pg closes the connection immediately, even if the server doesn't respond.
      if (reason || ended || pool.waitingCount > 0) return connected.release(reason);
      resting.push(connected);
      returning ??= setTimeout(returnAll, restMilliseconds).unref();
    });
    inUse.add(client);
    return client;
  };
  const returnAll = () => {
    clearTimeout(returning);
    returning = undefined;
    for (const client of resting.splice(0)) client.release();
  };
  pool.on('connect', (client) => {
    client.on('error', () => {
      const index = resting.indexOf(client);
      if (index >= 0) resting.splice(index, 1)[0]?.release(true);
    });
  });

  /** Gets a connection; the pool has its own timeout. @throws Unavailable */
  const connect = () =>
    new Promise<GuardedClient>((resolve, reject) => {
      if (!waiting) return reject(stopping());
      const ready = resting.pop();
      if (ready) return resolve(guarded(ready));
      const giveUp = () => reject(stopping());
      waiting.add(giveUp);
      pool.connect((error, connected) => {
        const isAwaited = waiting?.delete(giveUp);
        if (error || !connected) return reject(unreachableBecause(error));
        if (!isAwaited) return connected.release(true);
        resolve(guarded(connected));
      });
    });

  /** Executes statements in one round trip; all but the last only read. */
  const send = async (statements: readonly Sent[]) => {
    let outcome: Outcome = {};
    try {
      const client = await connect();
      outcome = await client.execute(statements).finally(() => client.release());
    } catch (failure) {
      outcome = { failure };
    }
    for (const [index, { resolve, reject }] of statements.entries()) {
      const result = outcome.results?.[index];
      if (result) resolve(result);
      else reject(outcome.failure);
    }
  };
  const query = (text: string, values: readonly unknown[]) => {
    const before = current?.splice(0) ?? [];
    return new Promise<StatementResult>((resolve, reject) => {
      void send([...before, { text, values, resolve, reject }]);
    });
  };
  const queryEarly = (text: string, values: readonly unknown[]) => {
    const early = current;
    if (!early) return query(text, values);
    return new Promise<StatementResult>((resolve, reject) => {
      early.push({ text, values, resolve, reject });
    });
  };
  const end = () => {
    returnAll();
    return (ended ??= pool.end());
  };
  return {
    connect,
    query,
    early: { connect, query: queryEarly, end },
    together: (run) => {
      const early: Sent[] = [];
      current = early;
      try {
        return run();
      } finally {
        current = undefined;
        if (early.length > 0) void send(early);
      }
    },
    abort: () => {
      const waited = waiting ?? [];
      waiting = undefined;
      for (const giveUp of waited) giveUp();
      for (const client of inUse) client.fail(stopping());
    },
    end,
  };
}

function stopping(): Unavailable {
  return new Unavailable('the service is shutting down: try again in a moment', true);
}

interface Outcome {
  /** Of the statements executed before one failed. */
  results?: readonly StatementResult[];
  failure?: unknown;
}

/** @param reason why the connection can't be used again, if it can't */
type Release = (reason: Unavailable | undefined) => void;

class GuardedClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #milliseconds: number;
  readonly #release: Release;
  #broken: Unavailable | undefined;
  #exchange: Exchange | undefined;

  constructor(client: PoolClient, milliseconds: number, release: Release) {
    this.#client = client;
    this.#milliseconds = milliseconds;
    this.#release = release;
  }

  /** Aborts the current statement; the connection can't be reused. */
  fail(error: Unavailable): void {
    this.#broken ??= error;
    this.#exchange?.handleError(this.#broken);
  }

  // Kysely calls `query` only with text and values, never for a cursor.
  query = (async (text: string, values: readonly unknown[]) => {
    const { results, failure } = await this.execute([{ text, values }]);
    if (results?.[0]) return results[0];
    throw failure;
  }) as PostgresPoolClient['query'];

  /** Executes statements until one fails; all but the last only read. */
  async execute(statements: readonly Statement[]): Promise<Outcome> {
    if (this.#broken) return { failure: this.#broken };
    const exchange = new Exchange(statements, (type) => this.#client.getTypeParser(type, 'text'));
    const timer = setTimeout(() => this.fail(new Unavailable(tooSlow, true)), this.#milliseconds);
    this.#exchange = exchange;
    try {
      this.#client.query(exchange);
      await exchange.done;
      return exchange;
    } catch (error) {
      const { results } = exchange;
      const failure = failureOf(error);
      if (!failure) return { results, failure: error };
      if (!failure.connectionIsFine) this.#broken ??= failure.error;
      return { results, failure: failure.error };
    } finally {
      this.#exchange = undefined;
      clearTimeout(timer);
    }
  }

  release(): void {
    this.#release(this.#broken);
  }
}
