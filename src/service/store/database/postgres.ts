import { Pool, types } from 'pg';
import { readDatabaseUrl, type DatabaseAddress } from './database-url.ts';
import { guardedPool } from './guarded-pool.ts';
import { prepareSession, type SessionLimits } from './session-settings.ts';
import { explainStorage, StoreError } from './store-error.ts';
import { refuseUnusable } from './usable-server.ts';

/** How long statements may take, in milliseconds: by what they are for, and waiting for a lock or a connection. */
export interface StatementLimits {
  request: number;
  background: number;
  probe: number;
  lock: number;
  connect: number;
}

export const statementLimits: StatementLimits = {
  request: 15_000,
  background: 60_000,
  probe: 2_000,
  lock: 5_000,
  connect: 3_000,
};

const int8 = 20;

/** The number of connections for requests, and so of concurrent requests. */
const requestConnections = 10;
/** One per concurrent job, and one to look for the next. */
const backgroundConnections = 5;
const idleInTransactionMilliseconds = 30_000;
/** Gives a working server time to cancel statements itself before we give up. */
const graceMilliseconds = 1_000;

export type PostgresPools = Awaited<ReturnType<typeof openPostgres>>;

/**
 * Opens pools on a PostgreSQL server and checks the connection. They're separate, so that nothing starves anything else.
 * @throws StoreError naming the server, never the password
 */
export async function openPostgres(databaseUrl: string, limits: StatementLimits) {
  const address = readDatabaseUrl(databaseUrl);
  const openLimited = (name: string, connections: number, milliseconds: number) =>
    openPool(address, name, connections, limits.connect, {
      statement: milliseconds,
      lock: Math.min(limits.lock, milliseconds),
      idleInTransaction: idleInTransactionMilliseconds,
    });
  const checking = openLimited('palisade start', 2, limits.request);
  try {
    await refuseUnusable(checking);
  } catch (error) {
    throw error instanceof StoreError
      ? error
      : new StoreError(explain(error as NodeJS.ErrnoException, address));
  } finally {
    await checking.end();
  }
  const limited = (name: string, connections: number, milliseconds: number) =>
    guardedPool(openLimited(name, connections, milliseconds), milliseconds + graceMilliseconds);
  return {
    requests: limited('palisade requests', requestConnections, limits.request),
    background: limited('palisade jobs', backgroundConnections, limits.background),
    /** For the readiness check. */
    probe: limited('palisade readiness', 1, limits.probe),
    /** Without limits, for migrations. */
    migrating: openPool(address, 'palisade start', 2, limits.connect, {}),
    requestConnections,
  };
}

/** @param name shown in the server's list of sessions */
function openPool(
  { connectionString, ssl }: DatabaseAddress,
  name: string,
  max: number,
  connectMilliseconds: number,
  limits: SessionLimits,
): Pool {
  const pool = new Pool({
    connectionString,
    ...(ssl === undefined ? {} : { ssl }),
    application_name: name,
    max,
    connectionTimeoutMillis: connectMilliseconds,
    verify: (client, done) => {
      prepareSession(client, limits, connectMilliseconds).then(() => done(), done);
    },
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

/** Classes and codes: https://www.postgresql.org/docs/15/errcodes-appendix.html */
function explain(error: NodeJS.ErrnoException, { server, user, database, ssl }: DatabaseAddress): string {
  const { code = '', message } = error;
  if (/client password must be/.test(message))
    return `${server} asks for the password of "${user}": add it to DATABASE_URL`;
  if (code === '28P01' || message.startsWith('SASL:'))
    return `${server} rejected the user "${user}" or the password: correct them in DATABASE_URL, and percent-encode special characters of the password`;
  // No entry matches, or one that rejects.
  if (code === '28000' && message.includes('pg_hba.conf'))
    return `${server} doesn't allow this connection (${message}): allow it in pg_hba.conf${ssl ? '' : ', or, if only TLS is allowed, set sslmode=verify-full in DATABASE_URL'}`;
  if (code.startsWith('28'))
    return `${server} rejected the user "${user}" (${message}): correct DATABASE_URL, or the user on the server`;
  if (code === '3D000') return `${server} has no database "${database}": create it, or correct DATABASE_URL`;
  if (message.includes('does not support SSL'))
    return `${server} doesn't offer TLS: turn it on there, or set sslmode=disable in DATABASE_URL`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `${server} has a certificate for another name: correct the host in DATABASE_URL, or set sslmode=verify-ca`;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `${server} has a certificate that has expired or isn't valid yet (${code}): renew it`;
  if (/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code))
    return `${server} has a certificate that isn't trusted (${code}): name its authority's file with sslrootcert in DATABASE_URL`;
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_OSSL') || code === 'EPROTO')
    return `${server} and this process can't agree on TLS (${message}): check sslmode and the files in DATABASE_URL`;
  // PgBouncer's.
  const [, parameter] = /unsupported startup parameter: (\w+)/.exec(message) ?? [];
  if (parameter) return `${server} rejects ${parameter}: add it to PgBouncer's ignore_startup_parameters`;
  const storage = explainStorage(error);
  if (storage) return storage.message;
  // Without a code it is pg's own time limit on connecting.
  if (code === '' || code.startsWith('E'))
    return `${server} can't be reached (${code || message}): start it, or correct DATABASE_URL`;
  return `${server} can't be used (${message}): fix the server, or correct DATABASE_URL`;
}
