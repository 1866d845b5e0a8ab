import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listen, sendRaw, testGateway } from '../../testing/gateway.ts';
import { stepLimit } from '../../tooling/time-limits.ts';

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let seen: Seen[] = [];
const service = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request;
  const body = await text(request);
  seen.push({ method, url, headers, body });
  response.end(`${method} ${url}`);
});
let gateway: Awaited<ReturnType<typeof testGateway>>;
let port: number;

/** Builds a gateway in front of a server on this machine, which listens. @returns both ports */
async function inFront(server: Server, settings: Parameters<typeof testGateway>[1] = {}) {
  const built = await testGateway({ SERVICE_URL: `http://127.0.0.1:${await listen(server)}/base` }, settings);
  return { built, port: Number(new URL(await built.listen({ host: '127.0.0.1', port: 0 })).port) };
}

beforeAll(async () => {
  ({ built: gateway, port } = await inFront(service));
});
afterAll(async () => {
  await gateway.close();
  service.close();
});
beforeEach(() => (seen = []));

const send = (bytes: string) => sendRaw(port, bytes);
const smuggled = 'GET /private HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.66\r\n\r\n';
const requestOf = (method: string, headers: string[], body: string) =>
  [`${method} /api/x HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n');
const withBody = (method: string, ...headers: string[]) =>
  requestOf(method, [...headers, `Content-Length: ${smuggled.length}`], smuggled);
const chunked = (method: string, ...headers: string[]) =>
  requestOf(
    method,
    [...headers, 'Transfer-Encoding: chunked'],
    `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`,
  );

describe('a request within a request', () => {
  const methods = ['GET', 'TRACE', 'DELETE', 'POST'];
  const attacks = methods.flatMap((method) => [
    [`${method}, Connection: content-length`, withBody(method, 'Connection: content-length')],
    [`${method}, Connection: close, Content-Length`, withBody(method, 'Connection: close, Content-Length')],
    [`${method}, Connection: transfer-encoding`, chunked(method, 'Connection: transfer-encoding')],
    [`${method}, Connection: host`, withBody(method, 'Connection: host')],
    [`${method}, body`, withBody(method)],
    [`${method}, chunked body`, chunked(method)],
    [`${method}, Content_Length`, withBody(method, 'Content_Length: 0')],
    [`${method}, Transfer_Encoding`, withBody(method, 'Transfer_Encoding: chunked')],
    [`${method}, two lengths`, chunked(method, 'Content-Length: 4')],
    [`${method}, Expect`, withBody(method, 'Expect: 100-continue', 'Connection: content-length')],
  ]);

  it.each(attacks)('never reaches the service as one: %s', async (_name, bytes) => {
    const victim = () =>
      fetch(`http://127.0.0.1:${port}/api/victim`, { headers: { cookie: 'session=victim' } }).then((sent) =>
        sent.text(),
      );
    const [before, , ...after] = await Promise.all([victim(), send(bytes), victim(), victim(), victim()]);
    expect([before, ...after, await victim()]).toEqual(Array(5).fill('GET /base/victim'));
    for (const { method, url, headers, body } of seen) {
      expect(['/base/x', '/base/victim']).toContain(url);
      expect(headers['x-forwarded-for']).toBe('127.0.0.1');
      // Framed as the body of the request that it came with, and only where a request can have one.
      expect(body).toBe(url === '/base/x' && ['DELETE', 'POST'].includes(method) ? smuggled : '');
    }
  });

  it.each(['host', 'content-length', 'keep-alive, Transfer-Encoding'])(
    'is 400 if Connection lists %s',
    async (listed) => {
      const bytes = requestOf('POST', [`Connection: ${listed}`, 'Content-Length: 0'], '');
      expect(await send(bytes)).toMatch(/^HTTP\/1\.1 400 /);
      expect(seen).toEqual([]);
    },
  );
});

describe('a forwarded request', () => {
  it.each([
    ['http://elsewhere.example/api/groups?x=1', '/base/groups?x=1'],
    ['HTTPS://user@elsewhere.example:1/api/groups', '/base/groups'],
    ['http://elsewhere.example/api/http://x/', '/base/http://x/'],
  ])('with the target %s becomes %s', async (target, url) => {
    await send(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(seen.map((request) => request.url)).toEqual([url]);
  });

  it.each([
    '/api/../private',
    '/api/groups/%2e%2E/..',
    '/api/./x',
    '/api/..?x',
    '/api/%2e',
    '/api/..%2fprivate',
    '/api/%2e%2e%2fprivate',
    '/api/x/%252e%252e/private',
    '/api/..;/private',
    '/api/..;x=1/private',
    '/api/..%5cprivate',
    '/api/..\\private',
    'http://elsewhere.example/api/../private',
  ])('with the target %s is 400', async (target) => {
    const response = await send(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 400 .*"the path contains \.\. or \."/s);
    expect(seen).toEqual([]);
  });

  it.each('X_Forwarded_For X-Forwarded_For X.Forwarded.For x_real_ip Forwarded Content_Length'.split(' '))(
    'has no %s',
    async (name) => {
      await send(requestOf('GET', [`${name}: 203.0.113.66`, 'Connection: close'], ''));
      expect(seen).toHaveLength(1);
      expect(JSON.stringify(seen)).not.toContain('203.0.113.66');
    },
  );
});

describe('a response', () => {
  const servers: Server[] = [];
  let close: (() => Promise<void>) | undefined;
  afterEach(async () => {
    await close?.();
    for (const server of servers.splice(0)) server.close();
  });

  /** The status that the gateway responds with if the service sends these bytes; then it keeps running. */
  async function responseTo(bytes: string | (() => string)) {
    let behaving = false;
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => {
        if (behaving) return socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        if (typeof bytes === 'string') return socket.write(bytes, 'latin1');
        const endless = setInterval(() => socket.write(bytes()), 20);
        return socket.once('close', () => clearInterval(endless));
      });
    });
    servers.push(server);
    const patience = { connectMilliseconds: stepLimit, responseMilliseconds: 1_000 };
    const { built, port: ofGateway } = await inFront(server, { patience });
    close = () => built.close();
    const response = await fetch(`http://127.0.0.1:${ofGateway}/api/x`, { redirect: 'manual' });
    await response.text();
    behaving = true;
    const again = () => fetch(`http://127.0.0.1:${ofGateway}/api/x`).then((next) => next.status);
    await expect.poll(again).toBe(200);
    return response.status;
  }

  it.each(['000', '001', '099', '101', '199', '600', '999', '1000', '-10', 'abc'])(
    'with status %s is 502, and the gateway keeps running',
    async (status) => {
      const upgrade = status === '101' ? 'Upgrade: x\r\nConnection: upgrade\r\n' : '';
      const given = await responseTo(`HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n${upgrade}\r\n`);
      // A service that only ever sends informational responses hasn't responded.
      expect(status === '199' ? [504] : [502]).toContain(given);
    },
  );

  it.each(['100 Continue', '102 Processing', '103 Early Hints'])(
    'that never follows %s is an error',
    async (status) => {
      const given = await responseTo(() => `HTTP/1.1 ${status}\r\n\r\n`);
      expect([502, 504]).toContain(given);
    },
  );

  it('without characters that headers can have is passed on without that header', async () => {
    const bytes = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Request-Id: \xe9\xff\r\n\r\n';
    expect(await responseTo(bytes)).toBe(200);
  });

  it('may come after 100 Continue, which no one asked for', async () => {
    const interim = 'HTTP/1.1 100 Continue\r\n\r\n';
    const rest = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
    expect(await responseTo(interim + rest)).toBe(200);
    expect(await responseTo(`${interim}HTTP/1.1 100\r\nX: y\r\n\r\n${rest}`)).toBe(200);
  });

  it.each([204, 304])('with %i and a length ends', async (status) => {
    expect(await responseTo(`HTTP/1.1 ${status} X\r\nContent-Length: 5\r\n\r\n`)).toBe(status);
  });

  it.each(['408 Request Timeout', '421 Misdirected Request', '425 Too Early'])(
    'after which browsers would repeat the request is 502: %s',
    async (status) => expect(await responseTo(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`)).toBe(502),
  );

  it('with two lengths is 502', async () => {
    const bytes = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab';
    expect(await responseTo(bytes)).toBe(502);
  });
});
