import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../service/store/database/database.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { testGateway } from '../testing/gateway.ts';
import { cookiesSet } from '../testing/oidc-setup.ts';
import { loadData, password } from '../testing/service.ts';

describe('a gateway that browsers reach over TLS', () => {
  let database: Database;
  let gateway: FastifyInstance;
  let front: FastifyInstance;
  beforeAll(async () => {
    database = await openTestDatabase();
    await loadData(database.db);
    gateway = await testGateway({ PUBLIC_URL: 'https://console.example' }, { database });
    const address = await gateway.listen({ host: '127.0.0.1', port: 0 });
    front = await testGateway({ SERVICE_URL: `${address}/api`, PUBLIC_URL: 'https://front.example' });
  });
  afterAll(async () => {
    await front.close();
    await gateway.close();
    await database.close();
  });
  const signIn = async (through: FastifyInstance) => {
    const response = await through.inject({
      method: 'POST',
      url: '/api/authentication',
      payload: { data: { login: 'admin', password } },
    });
    expect(response.statusCode).toBe(201);
    return response;
  };

  it('sets Secure __Host- cookies and HSTS', async () => {
    for (const through of [gateway, front]) {
      const response = await signIn(through);
      expect(response.headers['strict-transport-security']).toBe('max-age=31536000');
      const cookies = cookiesSet(response.headers);
      expect(cookies).toHaveLength(2);
      for (const cookie of cookies) {
        expect(cookie).toMatch(/^__Host-(session|device)=/);
        const attributes = ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'];
        expect(cookie.split('; ')).toEqual(expect.arrayContaining(attributes));
        expect(cookie).not.toContain('Domain');
      }
      const headers = { cookie: cookies[0]?.split(';')[0] ?? '' };
      expect((await through.inject({ url: '/api/groups', headers })).statusCode).toBe(200);
    }
  });

  it('clears them without the service', async () => {
    for (const through of [gateway, front]) {
      const response = await through.inject({
        method: 'DELETE',
        url: '/-/session',
        headers: { cookie: '__Host-session=x' },
      });
      expect(cookiesSet(response.headers)).toEqual([
        '__Host-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure',
      ]);
    }
  });
});
