import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleDatabase, serve, signInAt, testGateway } from '../../testing/gateway.ts';
import { responseHeaders } from './remote-headers.ts';
import { onePerName, rewriteCookie } from './set-cookie.ts';

describe('a gateway in front of a remote service', () => {
  const database = sampleDatabase();
  let service: FastifyInstance;
  let gateway: FastifyInstance;
  beforeAll(async () => {
    service = await testGateway({}, { database });
    const address = await service.listen({ host: '127.0.0.1', port: 0 });
    gateway = await testGateway({ SERVICE_URL: `${address}/api` });
  });
  afterAll(async () => {
    await gateway.close();
    await service.close();
  });

  it('signs in and out through it, with an adapted cookie', async () => {
    const { response, cookie } = await signInAt(gateway);
    expect(response.statusCode).toBe(201);
    const [set] = [response.headers['set-cookie']].flat();
    expect(set).toMatch(/^session=[\w-]+; Path=\/; HttpOnly; SameSite=Lax$/);
    const headers = { cookie };
    const groups = await gateway.inject({ url: '/api/groups', headers });
    expect(groups.json()).toMatchObject({ rows: 5, start: 0 });
    expect(groups.headers['cache-control']).toBe('no-store');
    const signOut = await gateway.inject({ method: 'DELETE', url: '/api/authentication', headers });
    expect(signOut.statusCode).toBe(204);
    expect((await gateway.inject({ url: '/api/authentication', headers })).statusCode).toBe(401);
  });

  it('reports its connection, and is ready while the service responds', async () => {
    const info = await gateway.inject({ url: '/-/gateway' });
    expect(info.json()).toMatchObject({
      mode: 'remote',
      public_origin: 'http://localhost:8080',
      service_host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      service_tls: 'none',
    });
    expect((await gateway.inject({ url: '/-/ready' })).statusCode).toBe(200);
  });

  it('asks the service once for concurrent checks of readiness', async () => {
    let requests = 0;
    const count = () => void (requests += 1);
    service.server.on('request', count);
    const checks = await Promise.all(Array.from({ length: 5 }, () => gateway.inject({ url: '/-/ready' })));
    service.server.off('request', count);
    expect(checks.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(requests).toBe(1);
  });

  it('clears any cookie without the service, also one that another gateway has passed on', async () => {
    const signOut = (headers: Record<string, string>) =>
      gateway.inject({ method: 'DELETE', url: '/-/session', headers });
    const response = await signOut({ cookie: 'SID=a=b; __Secure-x=1;y' });
    expect(response.statusCode).toBe(204);
    expect(response.headers['set-cookie']).toEqual([
      'SID=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
      '__Secure-x=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure',
      'y=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    ]);
    expect((await signOut({})).headers['set-cookie']).toEqual([]);
  });
});

/** What the gateway says itself, with every answer. */
const ownHeaders = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'x-frame-options': 'DENY',
};

it('headers of a remote service are dropped if they concern an origin, and get the client address only from us', async () => {
  const host = await serve((request, response) => {
    response.writeHead(401, {
      'content-type': 'application/json',
      'www-authenticate': 'Basic realm="x"',
      refresh: '0;url=https://elsewhere.example',
      'clear-site-data': '"*"',
      'speculation-rules': '"/api/rules.json"',
      'content-security-policy-report-only': "default-src 'none'; report-uri https://elsewhere.example",
      'document-policy': 'force-load-at-top',
      'origin-agent-cluster': '?1',
      'origin-trial': 'token',
      'accept-ch': 'sec-ch-ua-model',
      'timing-allow-origin': '*',
      'set-login': 'logged-in',
      sourcemap: 'https://elsewhere.example',
      'x-of-its-own': 'yes',
      'retry-after': '7',
      'x-request-id': 'of-the-service',
      etag: '"1"',
      allow: 'GET',
      location: '/groups/7',
      vary: 'accept',
    });
    response.end(JSON.stringify({ detail: [JSON.stringify(request.headers)] }));
  });
  const gateway = await testGateway({ SERVICE_URL: `http://${host}` });
  const response = await gateway.inject({
    url: '/api/groups',
    remoteAddress: '192.0.2.7',
    headers: {
      'x-forwarded-for': '203.0.113.1',
      'x-forwarded-host': 'elsewhere.example',
      'x-real-ip': '203.0.113.1',
      forwarded: 'for=203.0.113.1',
      origin: 'http://localhost:8080',
    },
  });
  await gateway.close();
  const ofTheConnection = /^(connection|date|content-length|transfer-encoding)$/;
  const forwarded = Object.entries(response.headers).filter(([name]) => !ofTheConnection.test(name));
  expect(Object.fromEntries(forwarded)).toEqual({
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'retry-after': '7',
    'x-palisade-service': 'documented',
    'x-palisade-version': 'test',
    'x-request-id': 'of-the-service',
    etag: '"1"',
    allow: 'GET',
    location: '/groups/7',
    vary: expect.stringContaining('accept'),
    ...ownHeaders,
  });
  const [sent = ''] = response.json<{ detail: string[] }>().detail;
  expect(JSON.parse(sent)).toMatchObject({ 'x-forwarded-for': '192.0.2.7' });
  expect(sent).not.toContain('203.0.113.1');
  expect(sent).not.toContain('elsewhere.example');
  expect(sent).not.toContain('origin');
});

it.each([
  [{ 'x-palisade-version': '1.2.3' }, '1.2.3'],
  [{ 'x-palisade-version': '1.2.3', 'x-palisade-service': 'documented' }, 'documented'],
  [{ 'x-palisade-version': '' }, 'documented'],
  [{ 'x-palisade-service': '\u0001' }, 'documented'],
  [{}, 'documented'],
])('passes on which kind of service it is: %j', (given, kind) => {
  expect(responseHeaders(given, false)['x-palisade-service']).toBe(kind);
});

describe('cookies of a remote service', () => {
  it("that Node can't send are left out, and others keep their bytes", () => {
    const given = ['a=\u0001', 'b=\u00e9', 'c=\u0100', 'd=\u007f', 'e=1'];
    const headers = responseHeaders({ 'set-cookie': given }, false);
    expect(headers['set-cookie']).toEqual(['b=\u00e9; Path=/', 'e=1; Path=/']);
  });

  const expired = 'expires=Thu, 01 Jan 1970 00:00:00 GMT';
  it.each([
    [['a=1; Path=/base', `a=; Path=/; ${expired}`], ['a=1; Path=/base']],
    [
      ['a=; Path=/; Max-Age=0', 'b=1', 'a=1; Path=/base'],
      ['b=1', 'a=1; Path=/base'],
    ],
    [['a=1', 'a=2'], ['a=2']],
    [['a=; Max-Age=0', 'a=; Path=/base; Max-Age=0'], ['a=; Path=/base; Max-Age=0']],
    [[`a=1; Max-Age=60; ${expired}`, 'a=; Max-Age=0'], [`a=1; Max-Age=60; ${expired}`]],
  ])('with one name and several paths: %j', (given, kept) => {
    expect(onePerName(given)).toEqual(kept);
    const headers = responseHeaders({ 'set-cookie': given }, false);
    expect(headers['set-cookie']).toEqual(kept.map((cookie) => rewriteCookie(cookie, false)));
  });

  it.each([
    ['a=b; Path=/; HttpOnly', false, 'a=b; Path=/; HttpOnly'],
    ['a=b; Domain=x.example; Path=/; Secure; SameSite=Strict', false, 'a=b; Path=/; SameSite=Strict'],
    ['a=b; Path=/base/session; Secure', true, 'a=b; Path=/; Secure'],
    ['a=b', true, 'a=b; Path=/; Secure'],
    ['a=b; SameSite=None; Secure; Partitioned', false, 'a=b; Path=/'],
    ['a=b; path = /base ;domain\t= x.example; samesite = none; httponly', false, 'a=b; Path=/; httponly'],
    ['a=b; SameSite=None; Secure; Partitioned', true, 'a=b; Path=/; SameSite=None; Secure'],
    ['__Host-a=b; Path=/; Secure', false, '__Host-a=b; Path=/; Secure'],
    ['__Secure-a=b; Path=/base; Secure', false, '__Secure-a=b; Path=/; Secure'],
  ])('%s', (cookie, overTls, expected) => {
    expect(rewriteCookie(cookie, overTls)).toBe(expected);
  });
});
