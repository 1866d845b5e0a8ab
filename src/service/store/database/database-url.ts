import { readFileSync } from 'node:fs';
import { createSecureContext, type ConnectionOptions } from 'node:tls';
import { Client } from 'pg';
import { parseUrl } from '../../../contract/urls.ts';
import { readCertificates } from '../../certificate-file.ts';
import { StoreError } from './store-error.ts';

/** What `pg` needs to know from `DATABASE_URL`. */
export interface DatabaseAddress {
  /** Without TLS parameters, which `pg` would read its own way, with a warning. */
  connectionString: string;
  /** Undefined if the URL doesn't say. */
  ssl: ConnectionOptions | false | undefined;
  /** The server in words, for errors. */
  server: string;
  /** Undefined if neither the URL nor the environment says. */
  user: string | undefined;
  database: string | undefined;
}

/** Those for `pg`. It would also read time limits, which are ours, and `sslnegotiation`, which replaces the TLS options. */
const passedOn = ['host', 'port', 'user', 'password', 'options', 'application_name'];
const forTls = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'ssl'];

const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/**
 * Reads `DATABASE_URL`. Unless `sslmode` is `disable` or `no-verify`, a connection uses TLS, and the certificate is verified.
 * @throws StoreError in one sentence, without any part of the URL that could belong to the password
 */
export function readDatabaseUrl(databaseUrl: string): DatabaseAddress {
  if (namesSeveralHosts(databaseUrl)) throw new StoreError(`DATABASE_URL ${oneHost}`);
  const url = parseUrl(databaseUrl);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    throw new StoreError(
      "DATABASE_URL isn't a database URL: write it as postgres://user:password@host:5432/database, and percent-encode special characters of the password, such as # as %23",
    );
  // Then a password contains a character that ends the host.
  const isCut = url.hash !== '' || `${url.pathname}${url.search}`.includes('@');
  const parts = [url.username, url.password, url.hostname, url.pathname];
  if (isCut || parts.some((part) => !isEncoded(part)))
    throw new StoreError(
      'DATABASE_URL contains special characters that must be percent-encoded, such as # in the password as %23',
    );
  const names = [...url.searchParams.keys()];
  const unsupported = names.filter((name) => !passedOn.includes(name) && !forTls.includes(name));
  if (unsupported.length > 0)
    throw new StoreError(`DATABASE_URL has unsupported parameters (${unsupported.join(', ')}): remove them`);
  const ssl = tlsOf(url.searchParams);
  for (const name of forTls) url.searchParams.delete(name);
  // It also knows the environment and the defaults.
  const { host, port, user, database } = new Client({ connectionString: url.href });
  if (host.includes(',') && !host.startsWith('/')) throw new StoreError(`DATABASE_URL ${oneHost}`);
  return { connectionString: url.href, ssl, server: `PostgreSQL at ${placeOf(host, port)}`, user, database };
}

export const oneHost =
  'must name one host: use the address that leads to the primary, such as that of a proxy or load balancer';

/** Whether a URL has a list of hosts, as libpq takes it. With ports, it isn't a URL for anyone else. */
export function namesSeveralHosts(databaseUrl: string): boolean {
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(databaseUrl)?.[1] ?? '';
  return authority.slice(authority.lastIndexOf('@') + 1).includes(',');
}

function placeOf(host: string, port: number): string {
  if (host.startsWith('/')) return `the local socket ${host}`;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The modes that `ssl`, which only `pg` knows, stands for. */
const modesOfSsl: Readonly<Record<string, string>> = {
  true: 'verify-full',
  1: 'verify-full',
  false: 'disable',
  0: 'disable',
  'no-verify': 'no-verify',
};

/** Names and meanings: https://www.postgresql.org/docs/15/libpq-ssl.html */
function tlsOf(parameters: URLSearchParams): DatabaseAddress['ssl'] {
  const ssl = parameters.get('ssl');
  const mode = parameters.get('sslmode') ?? (ssl === null ? undefined : (modesOfSsl[ssl] ?? ''));
  if (mode !== undefined && !modes.includes(mode))
    throw new StoreError(`sslmode in DATABASE_URL must be one of ${modes.join(', ')}`);
  const files = [
    ['sslrootcert', 'ca', readCertificates],
    ['sslcert', 'cert', readCertificates],
    ['sslkey', 'key', readFileSync],
  ] as const;
  const given: ConnectionOptions = {};
  for (const [name, option, read] of files) {
    const file = parameters.get(name);
    if (file !== null && file !== 'system') given[option] = readTlsFile(name, file, read);
  }
  requireUsable(given);
  if (mode === 'disable') return false;
  if (mode === undefined && Object.keys(given).length === 0) return undefined;
  if (mode === 'no-verify') return { ...given, rejectUnauthorized: false };
  if (mode !== 'verify-ca') return given;
  // Anyone can get a certificate of a public authority for some name.
  if (!given.ca)
    throw new StoreError(
      "sslmode=verify-ca in DATABASE_URL needs sslrootcert with the file of the server's authority, because it accepts any name: add it, or set sslmode=verify-full",
    );
  return { ...given, checkServerIdentity: () => undefined };
}

function readTlsFile(name: string, file: string, read: (file: string) => Buffer): Buffer {
  try {
    return read(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === undefined ? message : `it can't be read (${code})`;
    throw new StoreError(`${name} in DATABASE_URL names ${file}, but ${reason}`);
  }
}

function requireUsable(given: ConnectionOptions): void {
  try {
    createSecureContext(given);
  } catch (error) {
    throw new StoreError(
      `sslcert and sslkey in DATABASE_URL can't be used together: ${(error as Error).message}`,
    );
  }
}
