import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { storableValue } from '../../domain/storable.ts';
import { Unavailable } from '../../domain/unavailable.ts';
import { failureOf, isOutOfConnections, tooSlow, unreachableBecause } from './unavailability.ts';

export interface AbortablePool extends PostgresPool {
  /** Fails all current and future statements. */
  abort(): void;
}

/** Until a request that found no connection looks for one again. */
const againMilliseconds = 50;

/**
 * Guards a pool against an unreachable or frozen server: statements time out after `milliseconds`, the
 * connection of a timed-out statement is discarded, and failures are thrown as `Unavailable`.
 */
export function guardedPool(pool: Pool, milliseconds: number): AbortablePool {
  const inUse = new Set<ReturnType<typeof guardedClient>>();
  /** Gives up waiting for a connection; undefined once aborted. */
  let waiting: Set<() => void> | undefined = new Set();
  let ended: Promise<void> | undefined;

  const guarded = (connected: PoolClient) => {
    const client = guardedClient(connected, milliseconds, (reason) => {
      inUse.delete(client);
      // With a reason, pg closes the connection immediately, even if the server doesn't respond.
      connected.release(reason);
    });
    inUse.add(client);
    return client;
  };

  /** Gets a connection; the pool has its own timeout. @throws Unavailable */
  const connect = () =>
    new Promise<PostgresPoolClient>((resolve, reject) => {
      if (!waiting) return reject(stopping());
      const giveUp = () => reject(stopping());
      waiting.add(giveUp);
      const since = performance.now();
      const attempt = () =>
        pool.connect((error, connected) => {
          // The server has no further connection, but one of ours will be free.
          const mayWait = pool.totalCount > 0 && performance.now() - since < milliseconds;
          if (isOutOfConnections(error) && mayWait && waiting?.has(giveUp))
            return setTimeout(attempt, againMilliseconds);
          const isAwaited = waiting?.delete(giveUp);
          if (error || !connected) return reject(unreachableBecause(error));
          if (!isAwaited) return connected.release(true);
          return resolve(guarded(connected));
        });
      attempt();
    });

  const end = () => (ended ??= pool.end());
  return {
    connect,
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

/** @param release gets the reason why the connection can't be used again, if it can't */
function guardedClient(
  client: PoolClient,
  milliseconds: number,
  release: (reason: Unavailable | undefined) => void,
) {
  let broken: Unavailable | undefined;
  let abort: (error: Unavailable) => void = () => undefined;
  /** Aborts the current statement; the connection can't be reused. */
  const fail = (error: Unavailable) => {
    broken ??= error;
    abort(broken);
  };
  const query = async (text: string, values: readonly unknown[]) => {
    if (broken) throw broken;
    const aborted = new Promise<never>((_resolve, reject) => (abort = reject));
    const timer = setTimeout(() => fail(new Unavailable(tooSlow, true)), milliseconds);
    try {
      return await Promise.race([client.query<never>({ text, values: values.map(storableValue) }), aborted]);
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      if (!failure.connectionIsFine) broken ??= failure.error;
      throw failure.error;
    } finally {
      abort = () => undefined;
      clearTimeout(timer);
    }
  };
  // Kysely calls `query` only with text and values, never for a cursor.
  return { fail, query: query as unknown as PostgresPoolClient['query'], release: () => release(broken) };
}
