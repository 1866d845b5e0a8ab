import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { Unavailable } from '../../domain/unavailable.ts';
import { statementName } from './statement-names.ts';
import { failureOf, tooSlow, unreachableBecause } from './unavailability.ts';

/** A pool that can be aborted. */
export interface AbortablePool extends PostgresPool {
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
  let ended: Promise<void> | undefined;
  return {
    connect: async () => {
      const client = new GuardedClient(await take(pool, aborting.signal), milliseconds, () =>
        inUse.delete(client),
      );
      inUse.add(client);
      return client;
    },
    abort: () => {
      aborting.abort();
      for (const client of inUse) client.fail(stopping());
    },
    end: () => (ended ??= pool.end()),
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
  readonly #onRelease: () => void;
  #broken: Unavailable | undefined;
  #reject: (error: Unavailable) => void = () => undefined;

  constructor(client: PoolClient, milliseconds: number, onRelease: () => void) {
    this.#client = client;
    this.#milliseconds = milliseconds;
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

  async #query(text: string, values: readonly unknown[]): Promise<unknown> {
    if (this.#broken) throw this.#broken;
    const failing = new Promise<never>((_resolve, reject) => (this.#reject = reject));
    const timer = setTimeout(() => this.fail(new Unavailable(tooSlow, true)), this.#milliseconds);
    try {
      // Without values, such as `begin`, the simple protocol is faster.
      const name = values.length > 0 ? statementName(text) : undefined;
      const query = { text, values: [...values], ...(name === undefined ? {} : { name }) };
      return await Promise.race([this.#client.query(query), failing]);
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      if (!failure.connectionIsFine) this.#broken ??= failure.error;
      throw failure.error;
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
