import type { AddressInfo, Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../gateway/config.ts';
import { buildGateway, type GatewayOptions } from '../gateway/server.ts';
import { createOutbound } from '../service/outbound/outbound.ts';
import type { Database } from '../service/store/database/database.ts';
import { stepLimit } from '../tooling/time-limits.ts';
import { password, testSecretKey } from './service.ts';

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

/** Signs in at a gateway. @returns its response, and the session cookie */
export async function signInAt(gateway: FastifyInstance, login = 'admin', secret = password) {
  const payload = { data: { login, password: secret } };
  const response = await gateway.inject({ method: 'POST', url: '/api/authentication', payload });
  return { response, cookie: String(response.headers['set-cookie']).split(';')[0] ?? '' };
}

/** Has a server listen on a free port of this machine. @returns the port */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  return (server.address() as AddressInfo).port;
}
