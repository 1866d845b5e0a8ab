import type { FastifyInstance } from 'fastify';
import type { GatewayInfo } from '../contract/gateway.ts';
import type { Lab } from '../demo/lab/lab.ts';
import { readConfig } from '../gateway/config.ts';
import type { RemoteTimeouts } from '../gateway/remote/remote-client.ts';
import { buildGateway } from '../gateway/server.ts';
import { createOutbound, type Outbound } from '../service/outbound/outbound.ts';
import type { Database } from '../service/store/database/database.ts';

/** Builds a gateway without the console, with the embedded service on `database` or in front of `SERVICE_URL`. */
export function testGateway(
  environment: Record<string, string>,
  options: {
    database?: Database;
    patience?: RemoteTimeouts;
    outbound?: Outbound;
    lab?: Lab;
    demo?: boolean;
    demoSignIns?: GatewayInfo['demo_sign_ins'];
  } = {},
): Promise<FastifyInstance> {
  const { database, patience, outbound = createOutbound(), lab, demo = false, demoSignIns = [] } = options;
  return buildGateway({
    config: readConfig({ LOG_LEVEL: 'silent', ...environment }, demo),
    productVersion: 'test',
    demoSignIns,
    strict: true,
    outbound,
    ...(database ? { embedded: { database, secretKey: 'a secret key for tests, long enough' } } : {}),
    ...(patience ? { patience } : {}),
    ...(lab ? { lab } : {}),
  });
}
