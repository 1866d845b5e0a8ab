import type { EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { alterResponses } from './alterations.ts';
import { loadKeys } from './key-files.ts';
import { demoClientId, openClients } from './clients.ts';
import { createLibrary } from './library.ts';
import { addPages } from './page-routes.ts';
import { createSignIns } from './sign-ins.ts';

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

export interface DemoProviderOptions {
  /** 0 chooses a free one. Default: 8444. */
  port?: number;
  /** A loopback address: 127.0.0.1 (default), ::1 or localhost. */
  host?: string;
  /** Its subfolder `demo-provider/` holds the keys and the certificate. */
  dataDir: string;
  /** The allowed redirect URIs: the gateway's `/api/oidc_logins/callback`. */
  redirectUris: string[];
  logger?: { error(details: object, message: string): void };
}

export interface DemoProvider {
  issuer: string;
  /** Clients of the provider must trust it. */
  certificatePem: string;
  clientId: string;
  clientSecret: string;
  close(): Promise<void>;
}

/**
 * Starts the demo provider: an OpenID provider on `https://localhost:<port>` whose sign-in page offers personas,
 * editable claims and errors to simulate. It has no passwords, so it only listens on loopback addresses.
 */
export async function startDemoProvider(options: DemoProviderOptions): Promise<DemoProvider> {
  const { port = 8444, host = '127.0.0.1', dataDir, redirectUris, logger } = options;
  if (!loopback.has(host))
    throw new Error(`The demo provider has no passwords and only listens on this machine, not on ${host}`);
  const keys = await loadKeys(keysFolder(dataDir));
  const server = createServer({ key: keys.privateKeyPem, cert: keys.certificatePem });
  const listening = await listen(server, port, host);
  const issuer = `https://localhost:${listening}`;

  const signIns = createSignIns();
  const clients = openClients(keysFolder(dataDir), { secret: keys.clientSecret, redirectUris });
  const library = createLibrary({ issuer, keys, clients, signIns });
  const report = (error: Error) => logger?.error({ err: error }, 'The demo provider failed');
  // The library's types omit Koa's own event; without a listener, Koa prints to stderr.
  const events: EventEmitter = library;
  events.on('error', report);
  library.on('server_error', (_context, error) => report(error));
  addPages(library, clients, signIns);
  alterResponses(library, keys, signIns);
  server.on('request', guardHost(listening, library.callback()));

  return {
    issuer,
    certificatePem: keys.certificatePem,
    clientId: demoClientId,
    // One that still works, if the first one was removed.
    clientSecret: clients.find(demoClientId)?.secrets[0] ?? keys.clientSecret,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Creates the provider's keys ahead of its start, because that takes a moment. */
export async function makeProviderKeys(dataDir: string): Promise<void> {
  await loadKeys(keysFolder(dataDir));
}

function keysFolder(dataDir: string): string {
  return path.join(dataDir, 'demo-provider');
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'the port is in use' : cause.message;
      reject(new Error(`The demo provider can't listen on ${host}:${port}: ${why}`, { cause }));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
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
