import { once, type EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { importJWK } from 'jose';
import { createSecureContext } from 'node:tls';
import type { ProviderFault } from '../../contract/lab.ts';
import { alterResponses } from './alterations.ts';
import { makeCertificate } from './certificate.ts';
import { loadKeys } from './key-files.ts';
import { demoClients } from './clients.ts';
import { createLibrary } from './library.ts';
import { addPages } from './page-routes.ts';
import { createSignIns } from './sign-ins.ts';

/** How old a certificate is that ends in five days. */
const endingDays = 360;

interface DemoProviderOptions {
  /** 0 chooses a free one. */
  port: number;
  /** Its subfolder `demo-provider/` holds the keys and the certificate. */
  dataDir: string;
  /** The allowed redirect URIs: the gateway's `/api/oidc_logins/callback`. */
  redirectUris: string[];
  /** What's wrong with it now, if anything. */
  fault?: () => ProviderFault | undefined;
}

export type DemoProvider = Awaited<ReturnType<typeof startDemoProvider>>;

/**
 * Starts the demo provider: an OpenID provider on `https://localhost:<port>` whose sign-in page offers personas,
 * editable claims and errors to simulate. It has no passwords, so it only listens on loopback addresses.
 */
export async function startDemoProvider({
  port,
  dataDir,
  redirectUris,
  fault = () => undefined,
}: DemoProviderOptions) {
  const folder = path.join(dataDir, 'demo-provider');
  const keys = await loadKeys(folder);
  const ending = await makeCertificate(
    new Date(Date.now() - endingDays * 86_400_000),
    'Ending soon (localhost)',
  );
  const endingContext = createSecureContext({ key: ending.privateKeyPem, cert: ending.certificatePem });
  const server = createServer({
    key: keys.privateKeyPem,
    cert: keys.certificatePem,
    SNICallback: (_name, callback) =>
      callback(null, fault() === 'certificate-ending' ? endingContext : undefined),
  });
  const listening = await listen(server, port);
  const issuer = `https://localhost:${listening}`;

  const signIns = createSignIns();
  const clients = demoClients(keys.clientSecret, redirectUris);
  const [own, partner] = clients;
  const library = createLibrary({ issuer, keys, clients, signIns });
  // The library's types omit Koa's own event; without a listener, Koa prints to stderr.
  const events: EventEmitter = library;
  events.on('error', () => undefined);
  addPages(library, clients, signIns);
  const { kty, kid } = keys.signingKey;
  const privateKey = await importJWK(keys.signingKey, 'RS256');
  alterResponses(library, { privateKey, publicJwk: { kty, kid }, alg: 'RS256' }, signIns, fault);
  const handle = guardHost(listening, library.callback());
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    fault() === 'provider-gone' ? request.socket.destroy() : handle(request, response),
  );

  return {
    issuer,
    /** Clients of the provider must trust it, and this service the other one, too. */
    certificatePem: keys.certificatePem,
    endingCertificatePem: ending.certificatePem,
    clientId: own.id,
    clientSecret: own.secret,
    partner: { clientId: partner.id, clientSecret: partner.secret },
    close: async () => {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}

const loopback = '127.0.0.1';

/** On a loopback address only, because there are no passwords. */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'the port is in use' : cause.message;
      reject(new Error(`The demo provider can't listen on ${loopback}:${port}: ${why}`, { cause }));
    });
    server.listen(port, loopback, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Rejects unknown Host headers: the library builds URLs from them, and another site may rebind its name to us. */
function guardHost(port: number, handle: RequestListener): RequestListener {
  const names = new Set([`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]);
  return (request: IncomingMessage, response: ServerResponse) => {
    if (names.has(request.headers.host ?? '')) return handle(request, response);
    response.writeHead(421, { 'content-type': 'text/plain' }).end('Misdirected request\n');
  };
}
