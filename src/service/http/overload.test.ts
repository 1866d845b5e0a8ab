import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../demo/provider/certificate.ts';
import { openTestDatabase, testStores } from '../../testing/databases.ts';
import { listen } from '../../testing/gateway.ts';
import { cookieOf } from '../../testing/oidc-setup.ts';
import { refusedWith } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';
import { stepLimit } from '../../tooling/time-limits.ts';
import { createOutbound } from '../outbound/outbound.ts';

describe.each(testStores())('more requests than can be served on $name', ({ open }) => {
  const service = testServiceOn(open, { queueMilliseconds: 200 });
  beforeAll(async () => {
    await service.signIn('admin');
  });

  it('are either served or rejected before any work', async () => {
    await service.get('/groups');
    const groups = service.database.db.selectFrom('groups').select('id');
    const before = await groups.execute();
    const names = Array.from({ length: 200 }, (_, index) => `Group ${index}`);
    const writes = await Promise.all(names.map((name) => service.post('/groups', { name })));
    const refused = writes.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const response of refused)
      expect(response).toMatchObject({
        ...refusedWith(503, 'the service is overloaded: try again in a second'),
        headers: { 'retry-after': '1' },
      });
    expect(await groups.execute()).toHaveLength(before.length + 200 - refused.length);
    expect(await service.get('/groups')).toMatchObject({ status: 200 });
  });

  it('rejects unauthenticated requests without using the database', async () => {
    const strangers = await Promise.all(Array.from({ length: 200 }, () => service.visit('/groups')));
    expect(new Set(strangers.map(({ status }) => status))).toEqual(new Set([401]));
  });
});

const { certificatePem, privateKeyPem } = await makeCertificate();

describe('slow external work releases its slot during', () => {
  /** More than there are slots at the database. */
  const many = 12;
  const held: ServerResponse[] = [];
  const hold = (_request: unknown, response: ServerResponse) => void held.push(response);
  const metadata = createServer(hold);
  const provider = createTlsServer({ cert: certificatePem, key: privateKeyPem }, hold);
  const outbound = createOutbound({ timeoutMilliseconds: stepLimit, allow: ['127.0.0.1'] });
  const service = testServiceOn(openTestDatabase, { outbound });

  beforeAll(async () => {
    for (const server of [metadata, provider]) await listen(server);
    outbound.trust(`127.0.0.1:${portOf(provider)}`, certificatePem);
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    await service.get('/groups');
  });
  afterAll(async () => {
    await outbound.close();
    for (const server of [metadata, provider]) server.close();
  });
  const values = {
    name: 'Slow',
    client_id: 'palisade',
    client_secret: 'a very secret secret',
    username_path: 'sub',
  };

  /** Waits until so many requests are with the other host, sees that others are served, and ends them. */
  async function othersAreServed(slow: Promise<{ status: number }>[]): Promise<number[]> {
    while (held.length < many) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await service.get('/groups')).toMatchObject({ status: 200 });
    for (const response of held.splice(0)) response.writeHead(500).end();
    return (await Promise.all(slow)).map(({ status }) => status);
  }

  it('fetching metadata', async () => {
    const metadata_url = `http://127.0.0.1:${portOf(metadata)}/`;
    const slow = Array.from({ length: many }, () => service.post('/oidc_ops', { ...values, metadata_url }));
    expect(new Set(await othersAreServed(slow))).toEqual(new Set([400]));
  });

  it('the token request', async () => {
    const origin = `https://127.0.0.1:${portOf(provider)}`;
    const { id } = await service.create('/oidc_ops', {
      ...values,
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
    });
    const slow = Array.from({ length: many }, async () => {
      const { headers } = await service.visit(`/oidc_logins/${id}`);
      const state = new URL(String(headers['location'])).searchParams.get('state') ?? '';
      return service.visit(`/oidc_logins/callback?code=a&state=${state}`, cookieOf(headers));
    });
    expect(new Set(await othersAreServed(slow))).toEqual(new Set([302]));
  });

  it.each(['/authentication', '/groups'])('a POST %s body that never arrives', async (path) => {
    const cookie = await service.signIn('admin');
    const sockets = await Promise.all(
      Array.from({ length: many }, async () => {
        const socket = connect(portOf(service.app.server), '127.0.0.1');
        await once(socket, 'connect');
        const headers = `Host: x\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: 99`;
        socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\nExpect: 100-continue\r\n\r\n`);
        // The server has read the headers.
        await once(socket, 'data');
        return socket;
      }),
    );
    expect(await service.get('/groups')).toMatchObject({ status: 200 });
    for (const socket of sockets) socket.destroy();
  });
});

function portOf(server: { address(): unknown }): number {
  return (server.address() as AddressInfo).port;
}
