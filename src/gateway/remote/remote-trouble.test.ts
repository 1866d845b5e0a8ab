import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttps } from 'node:https';
import { createServer, type AddressInfo, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createServer as createTls } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { outcomeHeader } from '../../contract/gateway.ts';
import { makeCertificate } from '../../demo/provider/certificate.ts';
import { testGateway } from '../../testing/gateway.ts';
import { startProxy } from '../../testing/misbehaviours/outgoing-proxy.ts';
import type { RemoteTimeouts } from './remote-client.ts';

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function listen(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  return (server.address() as AddressInfo).port;
}

/** What a gateway in front of `url` answers, and whether it calls itself ready. */
async function answerOf(url: string, environment: Record<string, string> = {}, patience?: RemoteTimeouts) {
  const gateway = await testGateway({ SERVICE_URL: url, ...environment }, patience ? { patience } : {});
  const response = await gateway.inject({ url: '/api/authentication' });
  const { statusCode: ready } = await gateway.inject({ url: '/-/ready' });
  const info = (await gateway.inject({ url: '/-/gateway' })).json<{ service_tls: string }>();
  await gateway.close();
  return { status: response.statusCode, body: response.json<unknown>(), ready, tls: info.service_tls };
}

describe('a slow service', () => {
  const patience = { connectMilliseconds: 1_000, responseMilliseconds: 300 };

  it('is a named 504 if it never responds', async () => {
    const port = await listen(createServer(() => undefined));
    expect(await answerOf(`http://127.0.0.1:${port}`, {}, patience)).toMatchObject({
      status: 504,
      body: { detail: [`the service at 127.0.0.1:${port} didn't respond in time`] },
      ready: 503,
    });
  });

  it('is a named 504 if it never finishes the TLS handshake', async () => {
    const port = await listen(createServer(() => undefined));
    const hurried = { connectMilliseconds: 300, responseMilliseconds: 1_000 };
    expect(await answerOf(`https://127.0.0.1:${port}`, {}, hurried)).toMatchObject({
      status: 504,
      body: { detail: [`the service at 127.0.0.1:${port} didn't respond in time`] },
      ready: 503,
    });
  });
});

it('says that a proxy in front of the service requires a sign-in', async () => {
  const refusal = 'HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n';
  const port = await listen(createServer((socket) => socket.on('data', () => socket.end(refusal))));
  expect(await answerOf(`http://127.0.0.1:${port}`)).toMatchObject({
    status: 502,
    body: { detail: [`the service at 127.0.0.1:${port} is behind a proxy that requires a sign-in (407)`] },
    ready: 503,
  });
});

describe('a service behind a proxy', () => {
  const url = 'https://only-behind-the-proxy.invalid';
  const through = async (...[answer]: Parameters<typeof startProxy>) => {
    const proxy = await startProxy(answer);
    open.push(proxy);
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

  it('is a named 504 if the proxy takes too long', async () => {
    const { host } = await through(() => undefined);
    const patience = { connectMilliseconds: 300, responseMilliseconds: 60_000 };
    expect(await answerOf(url, { HTTPS_PROXY: `http://a:b@${host}` }, patience)).toMatchObject({
      status: 504,
      body: { detail: [`the service can't be reached: the proxy ${host} didn't respond within 0.3 seconds`] },
      ready: 503,
    });
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
    const { url: proxy } = await through(await listen(service));
    expect(await answerOf(url, { HTTPS_PROXY: proxy, SERVICE_INSECURE_TLS: 'true' })).toMatchObject({
      status: 401,
    });
  });
});

describe('a service over TLS', () => {
  const tlsService = async (madeAt = new Date()) => {
    const { certificatePem, privateKeyPem } = await makeCertificate(madeAt);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'palisade-tls-'));
    open.push({ close: () => rmSync(folder, { recursive: true }) });
    const ca = path.join(folder, 'ca.pem');
    writeFileSync(ca, certificatePem);
    const server = createHttps({ cert: certificatePem, key: privateKeyPem }, (_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"detail":["sign in first"]}');
    });
    return { port: await listen(server), ca };
  };

  it('is rejected with an untrusted certificate, naming SERVICE_CA', async () => {
    const { port } = await tlsService();
    expect(await answerOf(`https://localhost:${port}`)).toMatchObject({
      status: 502,
      body: {
        detail: [
          `the service at localhost:${port} has a self-signed TLS certificate (DEPTH_ZERO_SELF_SIGNED_CERT): set SERVICE_CA`,
        ],
      },
      ready: 503,
    });
  });

  it('is trusted through SERVICE_CA', async () => {
    const { port, ca } = await tlsService();
    expect(await answerOf(`https://localhost:${port}`, { SERVICE_CA: ca })).toEqual({
      status: 401,
      body: { detail: ['sign in first'] },
      ready: 200,
      tls: 'verified',
    });
  });

  it('is used unverified with SERVICE_INSECURE_TLS, which the gateway reports', async () => {
    const { port } = await tlsService();
    expect(await answerOf(`https://localhost:${port}`, { SERVICE_INSECURE_TLS: 'true' })).toMatchObject({
      status: 401,
      ready: 200,
      tls: 'not verified',
    });
  });

  it('is rejected with a certificate for another name', async () => {
    const { port, ca } = await tlsService();
    // This machine as well, by an address that the certificate does not name.
    expect(await answerOf(`https://0.0.0.0:${port}`, { SERVICE_CA: ca })).toMatchObject({
      status: 502,
      body: {
        detail: [
          `the service at 0.0.0.0:${port} has a TLS certificate for other host names (ERR_TLS_CERT_ALTNAME_INVALID)`,
        ],
      },
      ready: 503,
    });
  });

  it('is rejected with an expired certificate', async () => {
    const { port, ca } = await tlsService(new Date('2020-01-01T00:00:00Z'));
    expect(await answerOf(`https://localhost:${port}`, { SERVICE_CA: ca })).toMatchObject({
      status: 502,
      body: {
        detail: [
          `the service at localhost:${port} has a TLS certificate that has expired (CERT_HAS_EXPIRED)`,
        ],
      },
      ready: 503,
    });
  });

  it('is named if it speaks plain HTTP', async () => {
    const port = await listen(
      createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n')),
    );
    expect(await answerOf(`https://127.0.0.1:${port}`)).toMatchObject({
      status: 502,
      body: {
        detail: [
          `the service at 127.0.0.1:${port} doesn't speak TLS on this port (ERR_SSL_WRONG_VERSION_NUMBER)`,
        ],
      },
      ready: 503,
    });
  });
});
