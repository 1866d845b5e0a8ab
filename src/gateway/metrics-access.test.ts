import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { sendRaw, testGateway } from '../testing/gateway.ts';

const token = 'a token of sixteen characters or more'.replaceAll(' ', '-');
let gateway: FastifyInstance;
afterEach(() => gateway.close());

const forwarded = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' };
const claiming = { remoteAddress: '192.0.2.7', headers: forwarded };

const metrics = async (
  environment: Record<string, string>,
  request: { remoteAddress?: string; headers?: Record<string, string> } = {},
) => {
  gateway = await testGateway({ SERVICE_URL: 'http://127.0.0.1:1', ...environment });
  return gateway.inject({ url: '/-/metrics', ...request });
};

describe('metrics', () => {
  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
    'are open to a program on this machine, from %s',
    async (remoteAddress) => {
      const response = await metrics({}, { remoteAddress });
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain('http_request_duration_seconds');
    },
  );

  it.each<[string, Record<string, string>, Parameters<typeof metrics>[1]]>([
    ['from another machine', {}, { remoteAddress: '192.0.2.7' }],
    ['from a so-called localhost', {}, { remoteAddress: '192.0.2.7', headers: { host: 'localhost' } }],
    ['through a proxy that says whom it asks for', {}, { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['through a proxy that sends Forwarded', {}, { headers: { forwarded: 'for=127.0.0.1' } }],
    ['through a proxy that sends X-Real-IP', {}, { headers: { 'x-real-ip': '127.0.0.1' } }],
    ['through a proxy that sends Via', {}, { headers: { via: '1.1 proxy' } }],
    ['through a proxy that passes the host on', {}, { headers: { host: 'console.example.net' } }],
    ['under a rebound name', {}, { headers: { host: 'evil.example:8080' } }],
    ['where a proxy is trusted', { TRUST_PROXY: '127.0.0.1' }, {}],
    ['where a trusted proxy claims this machine', { TRUST_PROXY: '192.0.2.7' }, claiming],
    ['where the public address is another', { PUBLIC_URL: 'https://console.example.net' }, {}],
  ])('need the token %s', async (_, environment, request) => {
    const without = await metrics(environment, request);
    expect(without.statusCode).toBe(403);
    expect(without.json()).toEqual({ detail: [expect.stringContaining('set METRICS_TOKEN')] });
    await gateway.close();

    await metrics({ ...environment, METRICS_TOKEN: token });
    const ask = (authorization: string) =>
      gateway.inject({ url: '/-/metrics', ...request, headers: { ...request?.headers, authorization } });
    for (const wrong of ['', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `token ${token}`, 'Bearer ']) {
      const { statusCode, headers, body } = await ask(wrong);
      expect([statusCode, headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect(body).not.toContain(token);
    }
    const { statusCode, headers } = await ask(`Bearer ${token}`);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
  });

  it('contain no address of a client', async () => {
    await metrics({ TRUST_PROXY: '192.0.2.7', METRICS_TOKEN: token });
    const from = { remoteAddress: '192.0.2.7', headers: { 'x-forwarded-for': '203.0.113.9' } };
    for (const url of ['/', '/api/groups', '/-/nothing?from=203.0.113.9'])
      await gateway.inject({ url, ...from });
    const { body } = await gateway.inject({
      url: '/-/metrics',
      ...from,
      headers: { ...from.headers, authorization: `Bearer ${token}` },
    });
    expect(body).toContain('http_request_duration_seconds_count');
    expect(body).not.toMatch(/203\.0\.113\.9|192\.0\.2\.7/);
  });

  it('need the token through a proxy that speaks HTTP/1.0', async () => {
    await metrics({});
    const { host, port } = new URL(await gateway.listen({ host: '127.0.0.1', port: 0 }));
    const ask = (version: string) =>
      sendRaw(Number(port), `GET /-/metrics HTTP/${version}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await ask('1.0')).toMatch(/^HTTP\/1.1 403 /);
    expect(await ask('1.1')).toMatch(/^HTTP\/1.1 200 /);
  });
});
