import { request, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve, testGateway } from '../../testing/gateway.ts';

/** Starts a service and a gateway in front of it. @returns a function that sends a request to the gateway */
async function inFront(listener: RequestListener) {
  const gateway = await testGateway({ SERVICE_URL: `http://${await serve(listener)}/base` });
  onTestFinished(() => gateway.close());
  const { hostname, port } = new URL(await gateway.listen({ host: '127.0.0.1', port: 0 }));
  return (path: string, options: { method?: string; headers?: Record<string, string> } = {}) =>
    request({ hostname, port, path, ...options });
}

function responseTo(sent: ReturnType<typeof request>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => sent.once('response', resolve).once('error', reject).end());
}

describe('a forwarded request', () => {
  it.each([
    ['/api/groups?limit=1&x=%2F', '/base/groups?limit=1&x=%2F'],
    ['/api', '/base/'],
    ['/api?x=1', '/base/?x=1'],
    ['/api//groups', '/base//groups'],
  ])('%s becomes %s', async (path, expected) => {
    const send = await inFront((incoming, response) => response.end(incoming.url));
    expect(await text(await responseTo(send(path)))).toBe(expected);
  });

  it('keeps compressed and uncompressed bodies as they are', async () => {
    const plain = 'x'.repeat(5_000);
    const send = await inFront((incoming, response) => {
      response.setHeader('content-type', 'application/json');
      if (incoming.url?.endsWith('/gzip'))
        response.setHeader('content-encoding', 'gzip').end(gzipSync(plain));
      else response.end(plain);
    });
    const headers = { 'accept-encoding': 'gzip, br' };
    const uncompressed = await responseTo(send('/api/plain', { headers }));
    expect(uncompressed.headers['content-encoding']).toBeUndefined();
    expect(await text(uncompressed)).toBe(plain);
    const compressed = await responseTo(send('/api/gzip', { headers }));
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(Number(compressed.headers['content-length'])).toBeLessThan(plain.length);
    compressed.resume();
  });

  it.each(['POST', 'DELETE'])('streams a %s body of unknown length', async (method) => {
    const send = await inFront(async (incoming, response) => response.end(await text(incoming)));
    const headers = { 'transfer-encoding': 'chunked', 'content-type': 'application/x-unknown' };
    const sent = send('/api/x', { method, headers });
    sent.write('one, ');
    sent.write('two');
    expect(await text(await responseTo(sent))).toBe('one, two');
  });

  it('drops headers that concern one connection', async () => {
    const send = await inFront((incoming, response) => {
      response.setHeader('connection', 'etag').setHeader('etag', '"1"');
      response.end(JSON.stringify(incoming.headers));
    });
    const headers = { connection: 'x-hop, keep-alive', 'x-hop': '1', te: 'trailers' };
    const response = await responseTo(send('/api/x', { headers }));
    expect(response.headers.etag).toBeUndefined();
    const seen = await text(response);
    expect(seen).not.toContain('x-hop');
    expect(seen).not.toContain('trailers');
  });

  it.each([
    ['GET', ''],
    ['PUT', 'content'],
    ['DELETE', ''],
  ])(
    'is repeated with its body if the service has just closed the kept connection, and it may be: %s',
    async (method, body) => {
      const seen: string[] = [];
      const send = await inFront(async (incoming, response) => {
        seen.push(`${incoming.method} ${await text(incoming)}`);
        if (seen.length === 2) incoming.socket.destroy();
        else response.end();
      });
      (await responseTo(send('/api/x'))).resume();
      const sent = send('/api/x', { method, headers: { 'content-length': String(body.length) } });
      sent.write(body);
      expect((await responseTo(sent)).statusCode).toBe(200);
      expect(seen).toEqual(['GET ', `${method} ${body}`, `${method} ${body}`]);
    },
  );

  it("isn't conditional", async () => {
    const send = await inFront((incoming, response) => response.end(JSON.stringify(incoming.headers)));
    const since = new Date(0).toUTCString();
    const headers = { 'if-none-match': '"1"', 'if-modified-since': since, 'if-match': '"2"' };
    const seen = await text(await responseTo(send('/api/x', { headers })));
    expect(seen).not.toMatch(/if-none-match|if-modified-since/);
    expect(seen).toContain('"if-match"');
  });

  it("isn't repeated if it may have changed something", async () => {
    let requests = 0;
    const send = await inFront((incoming, response) => {
      requests += 1;
      if (requests === 2) incoming.socket.destroy();
      else response.end();
    });
    (await responseTo(send('/api/x'))).resume();
    const response = await responseTo(send('/api/x', { method: 'POST' }));
    expect(response.statusCode).toBe(502);
    expect(await text(response)).toContain('closed the connection before responding');
    expect(requests).toBe(2);
  });

  it('is aborted when the client leaves before the response', async () => {
    let leave = () => {};
    const aborted = new Promise<boolean>((resolve) => {
      void inFront((_incoming, response) => {
        response.once('close', () => resolve(!response.writableFinished));
        leave();
      }).then((send) => {
        const sent = send('/api/x');
        leave = () => sent.destroy();
        sent.on('error', () => undefined).end();
      });
    });
    expect(await aborted).toBe(true);
  });

  it("breaks off when the service's response does", async () => {
    const send = await inFront((incoming, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('part', () => incoming.socket.destroy());
    });
    const response = await responseTo(send('/api/x'));
    await expect(text(response)).rejects.toThrow('aborted');
  });
});
