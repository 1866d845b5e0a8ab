import { randomBytes } from 'node:crypto';
import { createServer, request as send, Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { Client } from 'pg';
import { startGateway, type Gateway } from './gateway.ts';

/** A reverse proxy that gives each request to the next instance, as nginx does in `deploy/nginx-several.conf`. */
export interface RoundRobin {
  url: string;
  /** Sends requests to an instance again after it failed to respond. */
  restore(instance: number): void;
  close(): Promise<void>;
}

/** The proxy's response header that names the instance. */
export const servedBy = 'x-served-by';

/** Starts the proxy in front of `ports` on this machine. */
export async function startRoundRobin(ports: readonly number[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true });
  const down = new Set<number>();
  let turn = 0;
  const next = () => {
    for (let tried = 0; tried < ports.length; tried += 1) {
      const instance = turn % ports.length;
      turn += 1;
      if (!down.has(instance)) return instance;
    }
    return undefined;
  };
  const fail = (response: ServerResponse, status: number) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end('{"detail":["no instance responds"]}');
  const forward = (request: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    const instance = next();
    if (instance === undefined) return void fail(response, 503);
    const headers = { ...request.headers, 'x-forwarded-for': request.socket.remoteAddress };
    const { url: path, method } = request;
    const sent = send({ agent, port: ports[instance], host: '127.0.0.1', path, method, headers });
    sent.on('response', (received) => {
      response.writeHead(received.statusCode ?? 502, { ...received.headers, [servedBy]: String(instance) });
      received.on('error', () => response.destroy());
      received.pipe(response);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      down.add(instance);
      // Nothing was sent yet, so another instance can get any request.
      if (error.code === 'ECONNREFUSED') forward(request, body, response);
      else if (response.headersSent) response.destroy();
      else fail(response, 502);
    });
    sent.end(body);
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => forward(request, Buffer.concat(chunks), response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A server that listens on a port has an address of this kind.
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    restore: (instance) => down.delete(instance),
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A database of its own on a PostgreSQL server, with nothing in it. */
export async function emptyDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, (client) => client.query(`create database ${name}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = () => onServer(server, (client) => client.query(`drop database ${name} with (force)`));
  return { url: url.href, drop: async () => void (await drop()) };
}

async function onServer<Result>(server: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Ports of this machine that nobody listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createSocketServer());
  await Promise.all(
    servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))),
  );
  // As above.
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Starts an instance behind the proxy. */
export function startInstance(port: number, environment: Record<string, string>): Promise<Gateway> {
  return startGateway({ ...environment, PORT: String(port) }, []);
}

/** A service's response. */
export interface Received<Body> {
  status: number;
  body: Body;
  headers: Headers;
  /** The instance that responded, behind the proxy. */
  instance: string | null;
}

/** Sends one request to the API at `origin`, with the given credentials. */
export async function call<Body = unknown>(
  origin: string,
  method: string,
  path: string,
  { data, ...credentials }: { data?: unknown; cookie?: string; authorization?: string } = {},
): Promise<Received<Body>> {
  const response = await fetch(`${origin}/api${path}`, {
    method,
    redirect: 'manual',
    headers: { accept: 'application/json', ...(data === undefined ? {} : json), ...credentials },
    ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    // The caller knows what the endpoint returns.
    body: (text === '' ? undefined : JSON.parse(text)) as Body,
    headers: response.headers,
    instance: response.headers.get(servedBy),
  };
}

const json = { 'content-type': 'application/json' };

/** Names and values of the cookies that a response sets. */
export function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
