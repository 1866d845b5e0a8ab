import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientSessionOptions,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { request as requestHttp1 } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCertificate } from '../demo/provider/certificate.ts';
import type { Database } from '../service/store/database/database.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { readConfig } from './config.ts';
import { testGateway } from '../testing/gateway.ts';
import { cookiesSet } from '../testing/oidc-setup.ts';
import { loadData, password } from '../testing/service.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'palisade-http2-'));
const files = { TLS_CERT: path.join(folder, 'certificate.pem'), TLS_KEY: path.join(folder, 'key.pem') };
let database: Database;
beforeAll(async () => {
  const { certificatePem, privateKeyPem } = await makeCertificate();
  writeFileSync(files.TLS_CERT, certificatePem);
  writeFileSync(files.TLS_KEY, privateKeyPem);
  database = await openTestDatabase();
  await loadData(database.db);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Starts a gateway with a certificate of its own. */
async function start(
  environment: Record<string, string>,
  options: Parameters<typeof testGateway>[1] = {},
  prepare: (gateway: FastifyInstance) => void = () => undefined,
) {
  const gateway = await testGateway({ ...files, ...environment }, options);
  closing.push(() => gateway.close());
  prepare(gateway);
  const port = Number(new URL(await gateway.listen({ host: '127.0.0.1', port: 0 })).port);
  const open = (settings: ClientSessionOptions = {}) => {
    const client = connect(`https://localhost:${port}`, { ...settings, rejectUnauthorized: false });
    client.on('error', () => undefined);
    closing.push(() => client.destroy());
    return client;
  };
  return { gateway, port, open };
}

/** Starts one in front of a service. */
async function inFront(listener: RequestListener) {
  const service = createServer(listener);
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  closing.push(
    () => service.close(),
    () => service.closeAllConnections(),
  );
  const { port } = service.address() as AddressInfo;
  return { service, ...(await start({ SERVICE_URL: `http://127.0.0.1:${port}/base` })) };
}

/** Sends a request. @returns its response; only the code if the stream was reset */
async function ask(client: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: string) {
  const stream = client.request(headers, { endStream: body === undefined });
  let received: (IncomingHttpHeaders & IncomingHttpStatusHeader) | undefined;
  let content = '';
  stream.on('response', (given) => (received = given)).on('error', () => undefined);
  stream.setEncoding('utf8').on('data', (chunk: string) => (content += chunk));
  if (body !== undefined) stream.end(body);
  await once(stream, 'close').catch(() => undefined);
  return { status: received?.[':status'], headers: received ?? {}, body: content, code: stream.rstCode };
}

/** What a connection begins with. */
const preface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(4, 0, 0)]);

/** The beginning of a connection with a request without its body, as bytes: Node's client completes requests that it cancels. */
function rawStart(method: string, url: string): Buffer {
  const header = (index: number[], value: string) =>
    Buffer.from([...index, value.length, ...Buffer.from(value)]);
  // HPACK: the names and some of the values are numbers (RFC 7541 appendix A).
  const head = Buffer.concat([
    header([2], method),
    Buffer.from([0x87]),
    header([4], url),
    header([1], 'localhost'),
    header([15, 16], 'application/json'),
  ]);
  return Buffer.concat([preface, frame(1, 4, 1, head)]);
}

function frame(type: number, flags: number, stream: number, payload: Uint8Array = Buffer.of()): Buffer {
  return Buffer.concat([Buffer.from([0, 0, payload.length, type, flags, 0, 0, 0, stream]), payload]);
}

async function openRaw(port: number): Promise<TLSSocket> {
  const socket = connectTls({ port, ALPNProtocols: ['h2'], rejectUnauthorized: false });
  closing.push(() => socket.destroy());
  await once(
    socket.on('error', () => undefined),
    'secureConnect',
  );
  return socket;
}

const echo: RequestListener = async (request, response) => {
  const { method, url, headers } = request;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ method, url, headers, body: await text(request) }));
};

it('opens a single server, which has everything, also for localhost', () => {
  expect(readConfig({ HOST: 'localhost' }, false).HOST).toBe('127.0.0.1');
});

describe('over HTTP/2', () => {
  it('users sign in, and HTTP/1.1 clients get the same on the same port', async () => {
    const { open, port } = await start({}, { database });
    const client = open();
    const credentials = JSON.stringify({ data: { login: 'admin', password } });
    const post = { ':method': 'POST', ':path': '/api/authentication', 'content-type': 'application/json' };
    const { origin } = new URL(`https://localhost:${port}`);
    const signedIn = await ask(client, { ...post, origin }, credentials);
    expect([client.alpnProtocol, signedIn.status]).toEqual(['h2', 201]);
    expect(signedIn.headers['strict-transport-security']).toBe('max-age=31536000');
    const [session = ''] = cookiesSet(signedIn.headers);
    expect(session).toMatch(/^__Host-session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);

    const cookie = session.split(';')[0] ?? '';
    const groups = await ask(client, { ':path': '/api/groups', cookie: ['a=1', cookie] });
    expect(groups.status).toBe(200);
    const sent = requestHttp1({ port, path: '/api/groups', headers: { cookie }, rejectUnauthorized: false });
    const [response] = await once(sent.end(), 'response');
    expect([response.httpVersion, response.statusCode]).toEqual(['1.1', 200]);
    expect(await text(response)).toBe(groups.body);
  });

  it('the host is in :authority, even if Host differs', async () => {
    const { open } = await start({}, { database });
    const change = (authority: string, host: string, origin: string) =>
      ask(open(), { ':method': 'DELETE', ':path': '/-/session', ':authority': authority, host, origin });
    const [own, other] = ['own.example', 'evil.example'];
    expect((await change(own, other, `https://${own}`)).status).toBe(204);
    expect((await change(own, other, `https://${other}`)).status).toBe(403);

    const demo = await start({}, { database, demo: true });
    const read = (authority: string, host: string) =>
      ask(demo.open(), { ':path': '/-/health', ':authority': authority, host });
    expect((await read('localhost', other)).status).toBe(200);
    expect((await read(other, 'localhost')).status).toBe(403);
  });

  it('requests are forwarded like those over HTTP/1.1', async () => {
    const { open, service } = await inFront(echo);
    const client = open();
    const post = {
      ':method': 'POST',
      ':path': '/api/x?y=1',
      te: 'trailers',
      'x-forwarded-for': '203.0.113.66',
    };
    const address = service.address() as AddressInfo;
    expect(JSON.parse((await ask(client, post, 'content')).body)).toEqual({
      method: 'POST',
      url: '/base/x?y=1',
      headers: {
        host: `127.0.0.1:${address.port}`,
        connection: 'keep-alive',
        'x-forwarded-for': '127.0.0.1',
        'transfer-encoding': 'chunked',
      },
      body: 'content',
    });
    const sized = JSON.parse((await ask(client, { ...post, 'content-length': 7 }, 'content')).body);
    expect(sized).toMatchObject({ headers: { 'content-length': '7' }, body: 'content' });
    expect((await ask(client, { ':path': '/api/x' }, 'content')).status).toBe(400);
  });

  it("a service's headers about its own connection stay there, and its body is streamed", async () => {
    const { open, service } = await inFront((_request, response) => {
      response.setHeader('connection', 'keep-alive, x-request-id').setHeader('keep-alive', 'timeout=5');
      response.setHeader('upgrade', 'h2c').setHeader('proxy-connection', 'keep-alive');
      response.setHeader('x-request-id', 'of this connection').write('first');
    });
    const stream = open().request({ ':path': '/api/x' });
    const [, response] = await once(service, 'request');
    const [headers] = await once(stream, 'response');
    expect(Object.keys(headers)).toEqual(expect.not.arrayContaining(['connection', 'keep-alive', 'upgrade']));
    expect(headers).toMatchObject({ ':status': 200, 'x-request-id': expect.stringMatching(/^[\w-]{36}$/) });
    expect(String(await once(stream, 'data'))).toBe('first');
    response.end('last');
    expect(await text(stream)).toBe('last');
  });

  it('a request that its client cancels is canceled at the service', async () => {
    const { open, service } = await inFront(() => undefined);
    const stream = open().request({ ':path': '/api/x' });
    const [, response] = (await once(service, 'request')) as [unknown, ServerResponse];
    stream.close(constants.NGHTTP2_CANCEL);
    await once(response, 'close');
    expect(response.writableEnded).toBe(false);
  });

  it.each(['reset', 'disconnected'])('a body that breaks off is not a complete one: %s', async (how) => {
    let onEnd: (end: string) => void;
    const ended = new Promise<string>((resolve) => (onEnd = resolve));
    const { port } = await start({}, { database }, (gateway) =>
      gateway
        .addHook('preHandler', async () => onEnd('handled'))
        .addHook('onError', async (_request, _reply, { message }) => onEnd(message)),
    );
    const socket = await openRaw(port);
    socket.write(Buffer.concat([rawStart('DELETE', '/-/session'), frame(0, 0, 1, Buffer.from('{}'))]));
    // The gateway confirms settings once it has read them.
    await once(socket, 'data');
    if (how === 'reset') socket.write(frame(3, 0, 1, Buffer.from([0, 0, 0, constants.NGHTTP2_CANCEL])));
    else socket.destroy();
    expect(await ended).toBe('aborted');
  });

  it('unknown methods and malformed paths are errors', async () => {
    const seen: unknown[] = [];
    const { open } = await inFront((request, response) => response.end(String(seen.push(request.url))));
    const client = open();
    const problem = async (headers: OutgoingHttpHeaders) => {
      const { status, code, body } = await ask(client, headers);
      return status === undefined ? `reset ${code}` : `${status} ${body}`;
    };
    expect(await problem({ ':method': 'STEAL', ':path': '/api/x' })).toBe('404 {"detail":["Not Found"]}');
    expect(await problem({ ':method': 'CONNECT', ':authority': 'x:1' })).toBe('405 ');
    expect(await problem({ ':path': '/%' })).toBe('400 {"detail":["the URL is malformed"]}');
    for (const url of ['/api/x HTTP/1.1\r\nX: y', '/api/x y', 'http://x/api/x', ''])
      expect(await problem({ ':path': url })).toBe(`reset ${constants.NGHTTP2_PROTOCOL_ERROR}`);
    expect(await problem({ ':path': '/api/..%2fprivate' })).toBe(
      '400 {"detail":["the path contains .. or ."]}',
    );
    expect(seen).toEqual([]);
  });
});

describe('an HTTP/2 client', () => {
  it('with large headers gets an explanation, up to a limit', async () => {
    const { open, port } = await start({}, { database });
    const client = open({ maxSendHeaderBlockLength: 2 ** 20 });
    const cookies = (count: number, bytes: number) =>
      ask(client, {
        ':path': '/-/health',
        cookie: Array.from({ length: count }, () => `c=${'x'.repeat(bytes)}`),
      });
    expect((await cookies(180, 70)).status).toBe(200);
    expect(await cookies(3, 20_000)).toMatchObject({
      status: 431,
      body: expect.stringContaining(
        'the headers are too large: cookies of other services on this host take 60.0 KB',
      ),
    });
    expect(await cookies(4, 20_000)).toEqual({
      status: undefined,
      headers: {},
      body: '',
      code: constants.NGHTTP2_ENHANCE_YOUR_CALM,
    });
    void port;
    expect((await ask(open(), { ':path': '/-/health' })).status).toBe(200);
  });

  it('that opens and resets streams quickly is disconnected, and others are not', async () => {
    const { open } = await start({}, { database });
    const [attacker, other] = [open(), open()];
    await once(attacker, 'remoteSettings');
    expect(attacker.remoteSettings).toMatchObject({ maxConcurrentStreams: 100, initialWindowSize: 2 ** 20 });
    let streams = 0;
    while (!attacker.destroyed) {
      const stream = attacker.request({ ':path': '/-/health' }).on('error', () => undefined);
      stream.close(constants.NGHTTP2_CANCEL);
      streams += 1;
      if (streams % 50 === 0) await ask(other, { ':path': '/-/health' });
    }
    expect(streams).toBeGreaterThan(1_000);
    expect((await ask(other, { ':path': '/-/health' })).status).toBe(200);
  });

  it('whose body takes too long is reset', async () => {
    const { gateway, open } = await start({}, { database });
    gateway.server.requestTimeout = 1;
    // The gateway responds to other types without waiting for the body.
    const headers = { ':method': 'DELETE', ':path': '/-/session', 'content-type': 'application/json' };
    const stream = open().request(headers, { endStream: false });
    stream.on('error', () => undefined).resume();
    await once(stream, 'close');
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  });

  it('without requests is disconnected after a while', async () => {
    const { gateway, open } = await start({}, { database });
    gateway.server.keepAliveTimeout = 1;
    const [code] = await once(open(), 'goaway');
    expect(code).toBe(constants.NGHTTP2_NO_ERROR);
  });
});

describe('stopping', () => {
  it('finishes current requests, and closes connections that clients leave open', async () => {
    const { gateway, open, port, service } = await inFront(() => undefined);
    const [busy, idle] = [open(), open()];
    const current = busy.request({ ':path': '/api/x' });
    const [, response] = (await once(service, 'request')) as [unknown, ServerResponse];
    await ask(idle, { ':path': '/-/health' });
    // Never reads, so that it never closes its end.
    (await openRaw(port)).write(preface);
    const goaway = Promise.all([once(busy, 'goaway'), once(idle, 'goaway')]);
    const onWarning = vi.fn<() => void>();
    process.on('warning', onWarning);
    closing.push(() => process.off('warning', onWarning));

    const closed = gateway.close();
    for (const [code] of await goaway) expect(code).toBe(constants.NGHTTP2_NO_ERROR);
    response.end('finished');
    expect(await text(current)).toBe('finished');
    await closed;
    // Node's, about a header that HTTP/2 doesn't have.
    expect(onWarning).not.toHaveBeenCalled();
  });
});
