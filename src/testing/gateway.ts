import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { readConfig } from '../gateway/config.ts';
import { buildGateway, type GatewayOptions } from '../gateway/server.ts';
import { createOutbound } from '../service/outbound/outbound.ts';
import type { Database } from '../service/store/database/database.ts';
import { stepLimit } from '../tooling/time-limits.ts';
import { openTestDatabase } from './databases.ts';
import { loadData, password, testSecretKey } from './service.ts';

/** Builds a gateway without the console, with the embedded service on `database` or in front of `SERVICE_URL`. */
export function testGateway(
  environment: Record<string, string>,
  {
    database,
    demo = false,
    ...options
  }: Partial<GatewayOptions> & { database?: Database; demo?: boolean } = {},
): Promise<FastifyInstance> {
  return buildGateway({
    config: readConfig({ LOG_LEVEL: 'silent', ...environment }, demo),
    productVersion: 'test',
    demoSignIns: [],
    strict: true,
    outbound: createOutbound({ timeoutMilliseconds: stepLimit }),
    ...(database ? { embedded: { database, secretKey: testSecretKey, queueMilliseconds: stepLimit } } : {}),
    ...options,
  });
}

/** Opens a database with the sample data before the tests, and closes it after them. @returns it; empty until the first test */
export function sampleDatabase(): Database {
  const database = {} as Database;
  beforeAll(async () => {
    Object.assign(database, await openTestDatabase());
    await loadData(database.db);
  });
  afterAll(() => database.close());
  return database;
}

/** Signs in at a gateway. @returns its response, and the session cookie */
export async function signInAt(gateway: FastifyInstance, login = 'admin', secret = password) {
  const payload = { data: { login, password: secret } };
  const response = await gateway.inject({ method: 'POST', url: '/api/authentication', payload });
  return { response, cookie: String(response.headers['set-cookie']).split(';')[0] ?? '' };
}

/** Has a server listen on a free port of this machine. @returns the port */
export async function listen(server: Server, address = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  // A server that listens on a port has an address of this kind.
  return (server.address() as AddressInfo).port;
}

/** A function that sends requests to a gateway with a cookie, and its response with the body, which is JSON or empty. */
export const requesting =
  (gateway: () => FastifyInstance, cookie: () => string) =>
  async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, data?: object) => {
    const payload = data ? { payload: { data } } : {};
    const response = await gateway().inject({ method, url, headers: { cookie: cookie() }, ...payload });
    const body: unknown = response.body === '' ? undefined : response.json();
    return { status: response.statusCode, body, headers: response.headers };
  };

/** Has a server respond on this machine until the test ends. @returns its host */
export async function serve(respond: RequestListener, address?: string): Promise<string> {
  const server = createServer(respond);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `127.0.0.1:${await listen(server, address)}`;
}

/** Sends bytes on a connection of their own. @returns what comes back until the other side closes it */
export function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes, 'latin1');
  return text(socket);
}
