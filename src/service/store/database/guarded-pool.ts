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
  /**
   * For statements that only read and take no time. They're sent with the next statement of the pool, in one round trip, or
   * by themselves if none follows in the same turn of the event loop.
   */
  early: PostgresPool;
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
  const waiting: Sent[] = [];
  let ended: Promise<void> | undefined;
  const connect = async () => {
    const client = new GuardedClient(await take(pool, aborting.signal), milliseconds, waiting, () =>
      inUse.delete(client),
    );
    inUse.add(client);
    return client;
  };
  const end = () => (ended ??= pool.end());
  const sendWaiting = async () => {
    const left = waiting.splice(0);
    if (left.length === 0) return;
    try {
      const client = await connect();
      await client.send(left).finally(() => client.release());
    } catch (error) {
      for (const { reject } of left) reject(error);
    }
  };
  const wait = (text: string, values: readonly unknown[]) =>
    new Promise<StatementResult>((resolve, reject) => {
      waiting.push({ text, values, resolve, reject });
      setImmediate(() => void sendWaiting());
    });
  const earlyClient = { query: wait as PostgresPoolClient['query'], release: () => undefined };
  return {
    connect,
    early: { connect: () => Promise.resolve(earlyClient), end },
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
  #waiting: Sent[] | undefined;
  readonly #onRelease: () => void;
  #broken: Unavailable | undefined;
  #reject: (error: Unavailable) => void = () => undefined;

  constructor(client: PoolClient, milliseconds: number, waiting: Sent[], onRelease: () => void) {
    this.#client = client;
    this.#milliseconds = milliseconds;
    this.#waiting = waiting;
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
    const before = /^(begin|start transaction)\b/i.test(text) ? undefined : this.#waiting?.splice(0);
    this.#waiting = undefined;
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
