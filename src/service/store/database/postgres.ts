import { Pool, types, type ClientBase, type PoolConfig } from 'pg';
import { guardedPool, type AbortablePool } from './guarded-pool.ts';
import type { StatementLimits } from './statement-limits.ts';
import { StoreError } from './store-error.ts';
import { parseUrl } from '../../../contract/urls.ts';

const int8 = 20;
const oldestServer = 150_000;

/** The number of connections for requests, and so of concurrent requests. */
const requestConnections = 10;
/** One per concurrent job, and one to look for the next. */
const backgroundConnections = 5;
const connectMilliseconds = 3_000;
const idleInTransactionMilliseconds = 30_000;
/** Gives a working server time to cancel statements itself before we give up. */
const graceMilliseconds = 1_000;

/** Separate pools, so that nothing starves anything else. */
export interface PostgresPools {
  requests: AbortablePool;
  background: AbortablePool;
  /** One connection for the readiness check. */
  probe: AbortablePool;
  /** Without limits, for migrations. */
  migrating: Pool;
  requestConnections: number;
}

/**
 * Opens pools on a PostgreSQL server and checks the connection.
 * @throws StoreError naming the server, never the password
 */
export async function openPostgres(databaseUrl: string, limits: StatementLimits): Promise<PostgresPools> {
  const url = parseUrl(databaseUrl);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    throw new StoreError(
      "DATABASE_URL isn't a database URL: write it as postgres://user:password@host:5432/database",
    );
  const openLimited = (name: string, connections: number, milliseconds: number) =>
    openPool(databaseUrl, name, connections, {
      statement_timeout: milliseconds,
      lock_timeout: Math.min(limits.lock, milliseconds),
      idle_in_transaction_session_timeout: idleInTransactionMilliseconds,
    });
  const checking = openLimited('palisade start', 2, limits.request);
  try {
    await refuseUnusable(checking);
  } catch (error) {
    throw error instanceof StoreError ? error : new StoreError(explain(error as NodeJS.ErrnoException, url));
  } finally {
    await checking.end();
  }
  const limited = (name: string, connections: number, milliseconds: number) =>
    guardedPool(openLimited(name, connections, milliseconds), milliseconds + graceMilliseconds);
  return {
    requests: limited('palisade requests', requestConnections, limits.request),
    background: limited('palisade jobs', backgroundConnections, limits.background),
    probe: limited('palisade readiness', 1, limits.probe),
    migrating: openPool(databaseUrl, 'palisade start', 2, {}),
    requestConnections,
  };
}

/** @param name shown in the server's list of sessions */
function openPool(databaseUrl: string, name: string, max: number, timeouts: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: name,
    max,
    connectionTimeoutMillis: connectMilliseconds,
    ...timeouts,
    types: {
      // Counts fit a JavaScript number; PGlite hands them over as numbers too.
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        id === int8 ? Number : types.getTypeParser(id, format),
    },
  });
  // A broken connection fails its next query and is replaced. Without a listener, its error event would end the process:
  // the pool only listens to idle connections, hence the second listener for those in a transaction.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** @param pool of two connections */
async function refuseUnusable(pool: Pool): Promise<void> {
  const [one, other] = [await pool.connect(), await pool.connect()];
  try {
    const { version, process } = await serverOf(one);
    if (version < oldestServer) {
      const major = Math.floor(version / 10_000);
      throw new StoreError(`PostgreSQL ${major} is too old: use a server of version 15 or later`);
    }
    // Prepared statements and locks belong to a session.
    if ((await serverOf(other)).process === process)
      throw new StoreError('The pooler in DATABASE_URL pools transactions: configure it to pool sessions');
  } finally {
    one.release();
    other.release();
  }
}

/** @returns the server's version, such as 150_004, and the ID of the process that serves a connection */
async function serverOf(client: ClientBase): Promise<{ version: number; process: number }> {
  const { rows } = await client.query<{ version: string; process: number }>(
    "select current_setting('server_version_num') as version, pg_backend_pid() as process",
  );
  return { version: Number(rows[0]?.version), process: Number(rows[0]?.process) };
}

/** Classes and codes: https://www.postgresql.org/docs/15/errcodes-appendix.html */
function explain(error: NodeJS.ErrnoException, url: URL): string {
  const server = `PostgreSQL at ${url.host || 'the local socket'}`;
  const code = error.code ?? '';
  if (code.startsWith('28'))
    return `${server} rejected the user "${url.username}": correct the user or the password in DATABASE_URL`;
  if (code === '3D000')
    return `${server} has no database "${url.pathname.slice(1)}": create it, or correct DATABASE_URL`;
  // PgBouncer's.
  const [, parameter] = /unsupported startup parameter: (\w+)/.exec(error.message) ?? [];
  if (parameter) return `${server} rejects ${parameter}: add it to PgBouncer's ignore_startup_parameters`;
  // Without a code it is pg's own time limit on connecting.
  if (code === '' || code.startsWith('E'))
    return `${server} can't be reached (${code || error.message}): start it, or correct DATABASE_URL`;
  return `${server} can't be used (${error.message}): fix the server, or correct DATABASE_URL`;
}
