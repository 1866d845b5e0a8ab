import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { Unavailable } from '../../domain/unavailable.ts';
import { Exchange, type Statement, type StatementResult } from './exchange.ts';
import { failureOf, tooSlow, unreachableBecause } from './unavailability.ts';

/** A statement, and what to do with its outcome. */
interface Sent extends Statement {
  resolve(result: StatementResult): void;
  reject(error: unknown): void;
}

/** A pool that can be aborted. */
export interface AbortablePool extends PostgresPool {
  /** For statements that only read and take no time: see `together`. */
  early: PostgresPool;
  /**
   * Runs a function and sends the `early` statements that it starts before its first `await` with the first other
   * statement that it starts there, in one round trip, or by themselves if that's in a transaction or isn't sent in the
   * same turn of the event loop. They never wait for the statement of another request.
   */
  together<Result>(run: () => Result): Result;
  /** Fails all current and future statements. */
  abort(): void;
}

/**
 * Guards a pool against an unreachable or frozen server: statements time out after `milliseconds`, the
 * connection of a timed-out statement is discarded, and failures are thrown as `Unavailable`.
 */
export function guardedPool(pool: Pool, milliseconds: number): AbortablePool {
  const inUse = new Set<GuardedClient>();
  const aborting = new AbortController();
  /** The early statements of the function that `together` runs. */
  let current: Sent[] | undefined;
  let ended: Promise<void> | undefined;
  const connect = async () => {
    const early = current;
    const client = new GuardedClient(await take(pool, aborting.signal), milliseconds, early, () =>
      inUse.delete(client),
    );
    inUse.add(client);
    return client;
  };
  const end = () => (ended ??= pool.end());
  const sendWaiting = async (early: Sent[]) => {
    const left = early.splice(0);
    if (left.length === 0) return;
    try {
      const client = await connect();
      await client.send(left).finally(() => client.release());
    } catch (error) {
      for (const { reject } of left) reject(error);
    }
  };
  const waitingClient = (early: Sent[]) => {
    const query = (text: string, values: readonly unknown[]) =>
      new Promise<StatementResult>((resolve, reject) => {
        early.push({ text, values, resolve, reject });
        setImmediate(() => void sendWaiting(early));
      });
    return { query: query as PostgresPoolClient['query'], release: () => undefined };
  };
  return {
    connect,
    early: { connect: () => (current ? Promise.resolve(waitingClient(current)) : connect()), end },
    together: (run) => {
      current = [];
      try {
        return run();
      } finally {
        current = undefined;
      }
    },
    abort: () => {
      aborting.abort();
      for (const client of inUse) client.fail(stopping());
    },
    end,
  };
}

function stopping(): Unavailable {
  return new Unavailable('the service is shutting down: try again in a moment', true);
}

/** Gets a connection; the pool has its own timeout. @throws Unavailable */
async function take(pool: Pool, aborted: AbortSignal): Promise<PoolClient> {
  if (aborted.aborted) throw stopping();
  const connecting = pool.connect();
  let giveUp: () => void = () => undefined;
  const abortion = new Promise<never>((_resolve, reject) => {
    giveUp = () => {
      connecting.then(
        (client) => client.release(true),
        () => undefined,
      );
      reject(stopping());
    };
  });
  aborted.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([connecting, abortion]);
  } catch (error) {
    throw unreachableBecause(error);
  } finally {
    aborted.removeEventListener('abort', giveUp);
  }
}

class GuardedClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #milliseconds: number;
  /** Statements to send with this client's first one. */
  #early: Sent[] | undefined;
  readonly #onRelease: () => void;
  #broken: Unavailable | undefined;
  #reject: (error: Unavailable) => void = () => undefined;

  constructor(client: PoolClient, milliseconds: number, early: Sent[] | undefined, onRelease: () => void) {
    this.#client = client;
    this.#milliseconds = milliseconds;
    this.#early = early;
    this.#onRelease = onRelease;
  }

  /** Aborts the current statement; the connection can't be reused. */
  fail(error: Unavailable): void {
    this.#broken ??= error;
    this.#reject(this.#broken);
  }

  // Kysely calls `query` only with text and values, never for a cursor.
  query = ((text: string, values: readonly unknown[]) =>
    this.#query(text, values)) as PostgresPoolClient['query'];

  #query(text: string, values: readonly unknown[]): Promise<unknown> {
    // In a transaction they might wait for its locks.
    const before = /^(begin|start transaction)\b/i.test(text) ? undefined : this.#early?.splice(0);
    this.#early = undefined;
    return new Promise<unknown>((resolve, reject) => {
      void this.send([...(before ?? []), { text, values, resolve, reject }]);
    });
  }

  /** Executes statements in one round trip; all but the last only read. */
  async send(statements: readonly Sent[]): Promise<void> {
    const [exchange, failure] = await this.#exchange(statements);
    for (const [index, { resolve, reject }] of statements.entries()) {
      const result = exchange?.results[index];
      if (result) resolve(result);
      else reject(failure);
    }
  }

  async #exchange(statements: readonly Statement[]): Promise<[Exchange | undefined, unknown]> {
    if (this.#broken) return [undefined, this.#broken];
    const failing = new Promise<never>((_resolve, reject) => (this.#reject = reject));
    const timer = setTimeout(() => this.fail(new Unavailable(tooSlow, true)), this.#milliseconds);
    let exchange: Exchange | undefined;
    try {
      exchange = new Exchange(statements, (type) => this.#client.getTypeParser(type, 'text'));
      this.#client.query(exchange);
      await Promise.race([exchange.done, failing]);
      return [exchange, undefined];
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) return [exchange, error];
      if (!failure.connectionIsFine) this.#broken ??= failure.error;
      return [exchange, failure.error];
    } finally {
      clearTimeout(timer);
    }
  }

  release(): void {
    this.#onRelease();
    // With a reason, pg closes the connection immediately, even if the server doesn't respond.
    this.#client.release(this.#broken);
  }
}
