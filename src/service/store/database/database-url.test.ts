import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../demo/provider/certificate.ts';
import { readConfig } from '../../../gateway/config.ts';
import { readDatabaseUrl } from './database-url.ts';
import { temporaryFolder } from '../../../tooling/temporary-folder.ts';
import { listen } from '../../../testing/gateway.ts';
import { openPostgres, statementLimits } from './postgres.ts';

const working = process.env['TEST_DATABASE_URL'];
let folder: string;
let servers: Record<'current' | 'expired', Server>;
const caOf = (name: string) => path.join(folder, `${name}.pem`);
const urlOf = (name: keyof typeof servers, parameters: string, host = 'localhost') =>
  `postgres://ada:secret@${host}:${(servers[name].address() as AddressInfo).port}/palisade?${parameters}`;

/** A server that agrees to TLS, and then closes the connection (https://www.postgresql.org/docs/15/protocol-flow.html). */
async function tlsServer(name: string, madeAt: Date): Promise<Server> {
  const { certificatePem, privateKeyPem } = await makeCertificate(madeAt);
  writeFileSync(caOf(name), certificatePem);
  const secureContext = createSecureContext({ cert: certificatePem, key: privateKeyPem });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      const secured = new TLSSocket(socket, { isServer: true, secureContext });
      secured.on('error', () => undefined).once('data', () => secured.destroy());
    });
  });
  await listen(server);
  return server;
}

beforeAll(async () => {
  folder = temporaryFolder('database-url');
  servers = {
    current: await tlsServer('current', new Date()),
    expired: await tlsServer('expired', new Date('2020-01-01T00:00:00Z')),
  };
  writeFileSync(caOf('key'), (await makeCertificate()).privateKeyPem);
  writeFileSync(caOf('none'), 'nothing');
  writeFileSync(caOf('cut'), readFileSync(caOf('current'), 'utf8').slice(0, 300));
});
afterAll(() => {
  for (const server of Object.values(servers)) server.close();
});

/** Why the start is refused. */
const refusal = (url: string) =>
  openPostgres(url, statementLimits).then(
    () => 'none',
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('a password with special characters', () => {
  it.each(['p#ss', 'p/ss', 'p?ss', '12#ss', '12/ss', '12?ss', 'p%ss', 'p@s#s', '#', '%'])(
    '%s has to be encoded, and no part of it is shown',
    async (password) => {
      const url = `postgres://ada:${password}@db.example/palisade`;
      // The setting is refused, or the connection.
      const open = async () => refusal(readConfig({ DATABASE_URL: url }, false).DATABASE_URL ?? '');
      const sentence = await open().catch(({ message }: Error) => message);
      expect(sentence).toMatch(/percent-encode/);
      expect(sentence).not.toMatch(/p[#/?%@]s|\bss\b|\b12\b|db\.example/);
    },
  );

  it('is decoded if it is encoded', () => {
    const { connectionString, user } = readDatabaseUrl('postgres://a%40b:p%23%2F%3F%25@db.example:1/x');
    expect(new URL(connectionString).password).toBe('p%23%2F%3F%25');
    expect(user).toBe('a@b');
  });
});

describe('several hosts', () => {
  it.each([
    'postgres://ada:p,w@one.example:5432,two.example:5432/palisade',
    'postgres://one.example,two.example/palisade',
    'postgres://ada@zero.example/palisade?host=one.example,two.example',
  ])('are refused by name: %s', (url) => {
    const read = () => readDatabaseUrl(readConfig({ DATABASE_URL: url }, false).DATABASE_URL ?? '');
    expect(read).toThrow(/^DATABASE_URL:? must name one host/);
    expect(() => readDatabaseUrl(url)).toThrow(/^DATABASE_URL must name one host/);
  });

  it("aren't confused with a comma in the password or the options", () => {
    const url = 'postgres://ada:a,b@db.example/palisade?options=-c%20search_path=a,b';
    expect(readDatabaseUrl(url).server).toBe('PostgreSQL at db.example:5432');
  });
});

describe('sslmode', () => {
  it.each([
    ['', undefined],
    ['sslmode=disable', false],
    ['sslmode=require', {}],
    ['ssl=true', {}],
    ['ssl=1', {}],
    ['ssl=false', false],
    ['ssl=0', false],
    ['ssl=no-verify', { rejectUnauthorized: false }],
    ['sslmode=verify-full&sslrootcert=system', {}],
    ['sslmode=no-verify', { rejectUnauthorized: false }],
  ])('%s', (parameters, ssl) => {
    const address = readDatabaseUrl(`postgres://db.example/x?${parameters}&application_name=y`);
    expect(address.ssl).toEqual(ssl);
    expect(address.connectionString).toBe('postgres://db.example/x?application_name=y');
  });

  it.each(['sslmode=on', 'ssl=on', 'ssl='])('must be known: %s', async (parameters) => {
    expect(await refusal(`postgres://db.example/x?${parameters}`)).toBe(
      'StoreError: sslmode in DATABASE_URL must be one of disable, prefer, require, verify-ca, verify-full, no-verify',
    );
  });

  it.each(['', '&sslrootcert=system'])('verify-ca needs an authority of its own: %s', async (more) => {
    expect(await refusal(`postgres://db.example/x?sslmode=verify-ca${more}`)).toBe(
      "StoreError: sslmode=verify-ca in DATABASE_URL needs sslrootcert with the file of the server's authority, because it accepts any name: add it, or set sslmode=verify-full",
    );
  });

  const untrusted =
    /has a certificate that isn't trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\): name its authority's file with sslrootcert/;
  const pastHandshake = /can't be reached \((ECONNRESET|Connection terminated unexpectedly)\)/;
  it.each([
    ['current', 'require', untrusted],
    ['expired', 'verify-full&sslrootcert=CA', /has a certificate that has expired or isn't valid yet/],
    [
      'current',
      'verify-full&sslrootcert=/no/such',
      /: sslrootcert in DATABASE_URL names \/no\/such, but it can't be read \(ENOENT\)$/,
    ],
    [
      'current',
      'verify-full&sslrootcert=NONE',
      /: sslrootcert in DATABASE_URL names \S+none\.pem, but it contains no PEM certificate$/,
    ],
    [
      'current',
      'verify-full&sslrootcert=CUT',
      /: sslrootcert in DATABASE_URL names \S+cut\.pem, but it contains an incomplete or damaged certificate$/,
    ],
    [
      'current',
      'verify-full&sslcert=CA&sslkey=KEY',
      /sslcert and sslkey in DATABASE_URL can't be used together: /,
    ],
    ['current', 'verify-full&sslrootcert=CA', pastHandshake],
    ['current', 'no-verify', pastHandshake],
  ] as const)('of a server with a %s certificate: %s', async (name, parameters, reason) => {
    const files = parameters.replace(/\b(NONE|CUT|KEY)\b/, (file) => caOf(file.toLowerCase()));
    const sentence = await refusal(urlOf(name, `sslmode=${files.replace('CA', caOf(name))}`));
    expect(sentence).toMatch(/^StoreError: /);
    expect(sentence).toMatch(reason);
    expect(sentence).not.toContain('secret');
  });

  it('verify-ca accepts a certificate for another name, and verify-full names the problem', async () => {
    const parameters = `sslrootcert=${caOf('current')}&sslmode=`;
    const other = '0.0.0.0';
    expect(await refusal(urlOf('current', `${parameters}verify-full`, other))).toMatch(
      /certificate for another name|ECONNREFUSED/,
    );
    expect(await refusal(urlOf('current', `${parameters}verify-ca`, other))).not.toContain('another name');
  });

  it.skipIf(!working)('is a sentence if the server has no TLS', async () => {
    expect(await refusal(`${working}?sslmode=require`)).toMatch(
      /doesn't offer TLS: turn it on there, or set sslmode=disable in DATABASE_URL$/,
    );
  });
});

describe('a parameter', () => {
  it.each(['foo=1&bar=2', 'foo&bar', 'foo=secret&bar=secret&options=-c%20x'])(
    'must be supported: %s',
    async (parameters) => {
      expect(await refusal(`postgres://ada:secret@db.example/x?${parameters}`)).toBe(
        'StoreError: DATABASE_URL has unsupported parameters (foo, bar): remove them',
      );
    },
  );

  it.each(['sslnegotiation=direct', 'statement_timeout=1', 'uselibpqcompat=true'])(
    "can't weaken TLS or the time limits: %s",
    async (parameter) => {
      expect(await refusal(`postgres://db.example/x?sslmode=verify-full&${parameter}`)).toMatch(
        /unsupported parameters/,
      );
    },
  );
});

it.each([
  ['postgres://ada@db.example/x', 'PostgreSQL at db.example:5432', 'ada', 'x'],
  ['postgres://ada@[::1]:1', 'PostgreSQL at [::1]:1', 'ada', 'ada'],
  ['postgres:///x?user=ada', 'PostgreSQL at localhost:5432', 'ada', 'x'],
  ['postgres:///x?user=ada&host=/run/pg', 'PostgreSQL at the local socket /run/pg', 'ada', 'x'],
  ['postgres://%2Frun%2Fpg/x?user=ada', 'PostgreSQL at the local socket /run/pg', 'ada', 'x'],
])('%s says where it connects', (url, server, user, database) => {
  expect(readDatabaseUrl(url)).toMatchObject({ server, user, database });
});

it.skipIf(!working)('names an unknown database or user', async () => {
  const url = new URL(working ?? '');
  url.pathname = '/no%20such';
  expect(await refusal(url.href)).toMatch(/has no database "no such": create it, or correct DATABASE_URL$/);
  url.username = 'nobody-known';
  expect(await refusal(url.href)).toMatch(/rejected the user "nobody-known"/);
});
