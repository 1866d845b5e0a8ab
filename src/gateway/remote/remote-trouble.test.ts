import { writeFileSync } from 'node:fs';
import { createServer as createHttps } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { createServer as createTls } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { outcomeHeader } from '../../contract/gateway.ts';
import { makeCertificate } from '../../demo/provider/certificate.ts';
import { listen, testGateway } from '../../testing/gateway.ts';
import { startProxy } from '../../testing/misbehaviours/outgoing-proxy.ts';
import { temporaryFolder } from '../../tooling/temporary-folder.ts';
import type { RemoteTimeouts } from './remote-client.ts';

const portOf = (server: Server) => {
  onTestFinished(() => void server.close());
  return listen(server);
};

/** What a gateway in front of `url` responds, and whether it calls itself ready. */
async function answerOf(url: string, environment: Record<string, string> = {}, patience?: RemoteTimeouts) {
  const gateway = await testGateway({ SERVICE_URL: url, ...environment }, patience ? { patience } : {});
  const response = await gateway.inject({ url: '/api/authentication' });
  const { statusCode: ready } = await gateway.inject({ url: '/-/ready' });
  const info = (await gateway.inject({ url: '/-/gateway' })).json<{ service_tls: string }>();
  await gateway.close();
  return { status: response.statusCode, body: response.json<unknown>(), ready, tls: info.service_tls };
}
const refusal = (status: number, sentence: string) => ({ status, body: { detail: [sentence] }, ready: 503 });

it.each([
  ['http://127.0.0.1:1', 'the service at 127.0.0.1:1 refused the connection'],
  ['http://no-such.invalid', "the service at no-such.invalid can't be reached: its name doesn't resolve"],
])('names a service that it finds nowhere: %s', async (url, sentence) => {
  expect(await answerOf(url)).toMatchObject(refusal(502, sentence));
});

const wrongVersion = 'ERR_SSL_WRONG_VERSION_NUMBER';
const hurried = { connectMilliseconds: 300, responseMilliseconds: 300 };
const sending = (status: number) => (socket: Socket) =>
  void socket.on('data', () => socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`));
it.each<[string, string, (socket: Socket) => void, number, string]>([
  ['never responds', 'http', () => undefined, 504, "didn't respond in time"],
  ['never finishes the TLS handshake', 'https', () => undefined, 504, "didn't respond in time"],
  ['closes it', 'http', (socket) => socket.destroy(), 502, 'closed the connection before responding'],
  ['is behind a proxy', 'http', sending(407), 502, 'is behind a proxy that requires a sign-in (407)'],
  ["doesn't speak TLS", 'https', sending(400), 502, `doesn't speak TLS on this port (${wrongVersion})`],
])('names a service that %s', async (_what, scheme, behave, status, sentence) => {
  const host = `127.0.0.1:${await portOf(createServer(behave))}`;
  expect(await answerOf(`${scheme}://${host}`, {}, hurried)).toMatchObject(
    refusal(status, `the service at ${host} ${sentence}`),
  );
});

describe('a service behind a proxy', () => {
  const url = 'https://only-behind-the-proxy.invalid';
  const through = async (...[answer]: Parameters<typeof startProxy>) => {
    const proxy = await startProxy(answer);
    onTestFinished(() => proxy.close());
    return proxy;
  };

  it('is a named 502 if the proxy closes the connection, after a single attempt', async () => {
    const { url: proxy, host, asked } = await through((socket) => socket.end());
    const gateway = await testGateway({ SERVICE_URL: url, HTTPS_PROXY: proxy });
    const response = await gateway.inject({ url: '/api/groups', method: 'DELETE' });
    await gateway.close();
    expect(response.statusCode).toBe(502);
    expect(response.json()).toEqual({
      detail: [`the service can't be reached: the proxy ${host} closed the connection before responding`],
    });
    expect(response.headers[outcomeHeader.toLowerCase()]).toBe('unsent');
    expect(asked).toHaveLength(1);
  });

  it("isn't asked for again when the client has left", async () => {
    const leave = new AbortController();
    const { url: proxy, asked } = await through((socket) => {
      leave.abort();
      setTimeout(() => socket.destroy(), 100);
    });
    const gateway = await testGateway({ SERVICE_URL: url, HTTPS_PROXY: proxy });
    const address = await gateway.listen({ host: '127.0.0.1', port: 0 });
    await expect(fetch(`${address}/api/groups`, { signal: leave.signal })).rejects.toThrow('aborted');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await gateway.close();
    expect(asked).toHaveLength(1);
  });

  it('may send 100 Continue unasked', async () => {
    const { certificatePem: cert, privateKeyPem: key } = await makeCertificate(new Date());
    const service = createTls({ cert, key }, (socket) =>
      socket.once('data', () =>
        socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\n{}'),
      ),
    );
    const { url: proxy } = await through(await portOf(service));
    expect(await answerOf(url, { HTTPS_PROXY: proxy, SERVICE_INSECURE_TLS: 'true' })).toMatchObject({
      status: 401,
    });
  });
});

describe('a service over TLS', () => {
  const tlsService = async () => {
    const { certificatePem, privateKeyPem } = await makeCertificate();
    const ca = path.join(temporaryFolder('tls'), 'ca.pem');
    writeFileSync(ca, certificatePem);
    const server = createHttps({ cert: certificatePem, key: privateKeyPem }, (_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"detail":["sign in first"]}');
    });
    return { port: await portOf(server), ca };
  };

  it.each([
    ['a trusted certificate', 'SERVICE_CA', 'verified'],
    ['SERVICE_INSECURE_TLS, which the gateway reports', 'SERVICE_INSECURE_TLS', 'not verified'],
  ])('is used with %s', async (_what, setting, tls) => {
    const { port, ca } = await tlsService();
    const value = setting === 'SERVICE_CA' ? ca : 'true';
    expect(await answerOf(`https://localhost:${port}`, { [setting]: value })).toEqual({
      status: 401,
      body: { detail: ['sign in first'] },
      ready: 200,
      tls,
    });
  });

  it('is rejected with an untrusted certificate, which is named', async () => {
    const { port } = await tlsService();
    const sentence = 'has a self-signed TLS certificate (DEPTH_ZERO_SELF_SIGNED_CERT): set SERVICE_CA';
    expect(await answerOf(`https://localhost:${port}`)).toMatchObject(
      refusal(502, `the service at localhost:${port} ${sentence}`),
    );
  });
});
