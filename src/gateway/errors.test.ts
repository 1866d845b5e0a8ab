import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleDatabase, sendRaw, serve, testGateway } from '../testing/gateway.ts';

describe('malformed requests get a normal error response', () => {
  let gateway: FastifyInstance;
  let port: number;
  beforeAll(async () => {
    gateway = await testGateway({ SERVICE_URL: 'http://127.0.0.1:1' });
    port = Number(new URL(await gateway.listen({ host: '127.0.0.1', port: 0 })).port);
  });
  afterAll(() => gateway.close());

  it.each([
    ['an address', 'GET /% HTTP/1.1\r\nHost: x', 400, 'the URL is malformed'],
    ['no HTTP', 'nonsense', 400, "the request isn't valid HTTP"],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y', 400, 'Host: must be given once'],
    ['no host', 'GET / HTTP/1.1', 400, 'Host: is required'],
    ['an empty host', 'GET /api/groups HTTP/1.1\r\nHost:', 400, 'Host: is required'],
    [
      'large cookies',
      `GET / HTTP/1.1\r\nHost: x\r\nCookie: a=${'x'.repeat(20_000)}`,
      431,
      'the headers are too large; they include the cookies of every service on this host',
    ],
  ])('%s', async (_, head, status, sentence) => {
    const answer = await sendRaw(port, `${head}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('no-store');
    expect(answer).toContain('nosniff');
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({ detail: [sentence] });
    expect(answer).toMatch(/^content-type: application\/json/im);
    expect(answer).toMatch(/^x-palisade-version: test\r$/im);
  });

  it.each([
    [1_000, 200, '"ok"'],
    [1_003, 431, 'there are more than 1000 headers'],
  ])('drops none of %i headers: %i', async (count, status, body) => {
    const names = Array.from({ length: count - 2 }, (_, index) => `a${index}:`);
    const bytes = ['GET /-/health HTTP/1.1', 'Host: x', 'Connection: close', ...names, '\r\n'].join('\r\n');
    const answer = await sendRaw(port, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain(body);
  });

  it.each([
    ['/%', 400, 'The address is malformed.'],
    ['/-/docs/guide/unknown', 404, 'Check the address.'],
    ['/-/docs/guide/%E0%A4%A', 400, 'The address is malformed.'],
  ])('gets a page in a browser: %s', async (url, status, explained) => {
    const response = await gateway.inject({ url, headers: { accept: 'text/html' } });
    const { 'content-type': type } = response.headers;
    expect([response.statusCode, type]).toEqual([status, 'text/html; charset=utf-8']);
    expect(response.body).toContain(explained);
    expect((await gateway.inject({ url })).json()).toHaveProperty('detail');
  });

  it("isn't ready while the demo's users are created", async () => {
    const demo = await testGateway({ SERVICE_URL: 'http://127.0.0.1:1' }, { isFilling: () => true });
    const { statusCode, body } = await demo.inject('/-/ready');
    await demo.close();
    expect([statusCode, body]).toEqual([503, expect.stringContaining('the demo is still being prepared')]);
  });

  it.each(['/-/health', '/-/ready'])("isn't cached: %s", async (url) => {
    expect((await gateway.inject({ url })).headers['cache-control']).toBe('no-store');
  });

  it('limits the time for receiving a request', () => {
    expect(gateway.server.requestTimeout).toBe(300_000);
  });

  it('supports Expect: 100-continue', async () => {
    const head =
      'PUT /-/health HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';
    expect(await sendRaw(port, head)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 405 /);
  });

  it('keeps the connection open while a body that is too large arrives', async () => {
    const size = 2 * 1024 * 1024;
    const socket = connect(port, '127.0.0.1');
    const received = text(socket);
    socket.write(
      `POST /-/gateway HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
    );
    // The response comes first.
    await once(socket, 'readable');
    socket.write('x'.repeat(size));
    socket.write('GET /-/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await received).toMatch(/^HTTP\/1.1 413 .*HTTP\/1.1 200 OK.*"ok"/s);
  });

  it.each([
    ['POST', '/-/gateway', 405, 'GET, HEAD'],
    ['OPTIONS', '/-/session', 405, 'DELETE'],
    ['GET', '/-/nothing', 404, undefined],
  ] as const)('lists the methods of a path: %s %s', async (method, url, status, allow) => {
    const { statusCode, headers } = await gateway.inject({ method, url });
    expect([statusCode, headers['allow']]).toEqual([status, allow]);
  });

  it.each([
    ['application/json', '', 204, undefined],
    ['application/json', '{', 400, "the body isn't valid JSON"],
    ['text/plain', 'a', 415, 'Content-Type: must be application/json'],
    ['application/json', `"${'x'.repeat(2 ** 20)}"`, 413, 'the body is too large'],
  ])('reads %s bodies: %.2s', async (type, payload, status, problem) => {
    const headers = { 'content-type': type };
    const response = await gateway.inject({ method: 'DELETE', url: '/-/session', headers, payload });
    const body = problem === undefined ? '' : JSON.stringify({ detail: [problem] });
    expect([response.statusCode, response.body]).toEqual([status, body]);
  });
});

describe('a 404 below /api', () => {
  const database = sampleDatabase();
  const remote = async () => {
    const host = await serve((_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":["no"]}');
    });
    return testGateway({ SERVICE_URL: `http://${host}` });
  };

  it.each([
    ['embedded', () => testGateway({}, { database })],
    ['remote', remote],
  ])('carries no-store and a request id: %s', async (_, start) => {
    const gateway = await start();
    for (const url of ['/api', '/api?x', '/api/nothing', '/api//', '/api/a/%']) {
      for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
        const { statusCode, headers } = await gateway.inject({ method, url });
        const what = `${method} ${url} ${statusCode}`;
        expect({ what, cache: headers['cache-control'], id: headers['x-request-id'] }).toEqual({
          what,
          cache: 'no-store',
          id: expect.stringMatching(/^[\w-]{8,64}$/),
        });
      }
    }
    await gateway.close();
  });
});
