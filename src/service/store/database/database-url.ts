import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { parseUrl } from '../../../contract/urls.ts';
import { StoreError } from './store-error.ts';

/** What `pg` needs to know from `DATABASE_URL`. */
export interface DatabaseAddress {
  /** Without TLS parameters, which `pg` would read its own way, with a warning. */
  connectionString: string;
  /** Undefined if the URL doesn't say. */
  ssl: ConnectionOptions | false | undefined;
  /** The server in words, for errors. */
  server: string;
  user: string;
  database: string;
}

const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/**
 * Reads `DATABASE_URL`. Unless `sslmode` is `disable` or `no-verify`, a connection uses TLS, and the certificate is verified.
 * @throws StoreError in one sentence, without any part of the URL that could belong to the password
 */
export function readDatabaseUrl(databaseUrl: string): DatabaseAddress {
  const url = parseUrl(databaseUrl);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    throw new StoreError(
      "DATABASE_URL isn't a database URL: write it as postgres://user:password@host:5432/database, and percent-encode special characters of the password, such as # as %23",
    );
  // Then a password contains a character that ends the host.
  const isCut = url.hash !== '' || `${url.pathname}${url.search}`.includes('@');
  const user = decoded(url.username);
  const database = decoded(url.pathname.slice(1));
  if (isCut || user === undefined || database === undefined || decoded(url.password) === undefined)
    throw new StoreError(
      'DATABASE_URL contains special characters that must be percent-encoded, such as # in the password as %23',
    );
  const ssl = tlsOf(url.searchParams);
  for (const name of ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'ssl']) url.searchParams.delete(name);
  const host = url.host || url.searchParams.get('host') || '';
  return {
    connectionString: url.href,
    ssl,
    server: `PostgreSQL at ${host === '' ? 'the local socket' : host}`,
    user,
    database,
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Names and meanings: https://www.postgresql.org/docs/15/libpq-ssl.html */
function tlsOf(parameters: URLSearchParams): DatabaseAddress['ssl'] {
  const mode = parameters.get('sslmode') ?? (parameters.get('ssl') === 'true' ? 'verify-full' : '');
  if (mode !== '' && !modes.includes(mode))
    throw new StoreError(`sslmode in DATABASE_URL must be one of ${modes.join(', ')}`);
  const files = { ca: 'sslrootcert', cert: 'sslcert', key: 'sslkey' };
  const given: ConnectionOptions = {};
  for (const [option, name] of Object.entries(files)) {
    const file = parameters.get(name);
    if (file !== null && file !== 'system') given[option as keyof typeof files] = read(name, file);
  }
  if (mode === 'disable') return false;
  if (mode === '' && Object.keys(given).length === 0) return undefined;
  if (mode === 'no-verify') return { ...given, rejectUnauthorized: false };
  // It verifies who signed the certificate, and no name.
  return mode === 'verify-ca' ? { ...given, checkServerIdentity: () => undefined } : given;
}

function read(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StoreError(`${name} in DATABASE_URL names ${file}, which can't be read (${code})`);
  }
}
