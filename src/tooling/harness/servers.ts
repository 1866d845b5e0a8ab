/** Parts of a benchmark that run in a process of their own, so that their CPU time isn't the benchmark's. */
import { fork } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Agent, createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import fastify from 'fastify';
import { Pool } from 'pg';
import { runnerImport } from 'vite';
import { owned } from './gateway.mjs';
import { runClients } from './load-clients.ts';

const roles = {
  /** The upper bound for an API over HTTP on this machine: responds to everything with the same bytes. */
  async bytes({ status, body }: { status: number; body: string }) {
    const app = fastify();
    app.all('/*', (_, reply) => reply.status(status).type('application/json; charset=utf-8').send(body));
    return app.listen({ host: '127.0.0.1', port: 0 });
  },

  /** Only queries: groups as plain rows, without authentication, access rules or validation. */
  async query({ source }: { source: string }) {
    const database = source.startsWith('postgres')
      ? new Pool({ connectionString: source, max: 10 })
      : await PGlite.create(source);
    const rowsOf = async (text: string, values?: unknown[]) =>
      (await (database as Pick<Pool, 'query'>).query<Record<string, unknown>>(text, values)).rows;
    const columns = 'id, name, description, mode, customer_id, parent_id';
    const app = fastify();
    app.get<{ Querystring: { limit: string } }>('/api/groups', async ({ query }) => {
      const [count] = await rowsOf('select count(*)::int as rows from groups');
      const data = await rowsOf(`select ${columns} from groups order by id limit $1`, [query.limit]);
      return { rows: count?.['rows'], data, start: 0 };
    });
    app.get<{ Params: { id: string } }>('/api/groups/:id', ({ params }) =>
      rowsOf(`select ${columns} from groups where id = $1`, [params.id]),
    );
    return app.listen({ host: '127.0.0.1', port: 0 });
  },

  /** A remote service: `/api/1000` returns 1,000 bytes. */
  service() {
    const texts = new Map(
      [1_000, 60_000, 600_000].map((size) => [String(size), JSON.stringify('x'.repeat(size))]),
    );
    return listening(
      createServer(({ url = '' }, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'of-the-service' });
        response.end(texts.get(url.split('/').at(-1) ?? ''));
      }),
    );
  },

  /** A proxy that does nothing else. */
  proxy({ target }: { target: string }) {
    const { hostname, port } = new URL(target);
    const agent = new Agent({ keepAlive: true });
    return listening(
      createServer((request, response) => {
        const { method, url, headers } = request;
        const forwarded = forward({ agent, hostname, port, method, path: url, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        });
        forwarded.on('error', () => response.destroy());
        request.pipe(forwarded);
      }),
    );
  },

  /** An OpenID provider that signs everyone in as `johndoe`. It closes idle connections when it gets another message. */
  async provider({ folder }: { folder: string }) {
    // The library keeps its server to itself.
    let server: Server | undefined;
    subscribe('http.server.request.start', (message) => ({ server } = message as { server: Server }));
    const { module } = await runnerImport<{ startForeignProvider(folder: string): Promise<Provider> }>(
      '/src/testing/foreign-provider.ts',
    );
    const { host, values, certificateFile, certificatePem } = await module.startForeignProvider(folder);
    process.on('message', () => {
      server?.closeIdleConnections();
      process.send?.('done');
    });
    return { host, values, certificateFile, certificatePem };
  },

  clients: runClients,
};

interface Provider {
  host: string;
  values: Record<string, string>;
  certificateFile: string;
  certificatePem: string;
}

type Roles = typeof roles;
type Given<Role extends keyof Roles> = Parameters<Roles[Role]> extends [infer Only] ? Only : undefined;

/** Starts a role in another process. @returns what it replies, which is a server's URL */
export async function start<Role extends keyof Roles>(role: Role, given: Given<Role>) {
  const child = fork('src/tooling/scenarios.mjs', ['harness', 'servers', role]);
  child.send({ given });
  const stop = owned(child);
  const [{ reply }] = (await once(child, 'message')) as [{ reply: Awaited<ReturnType<Roles[Role]>> }];
  return { child, pid: child.pid ?? 0, url: reply as string, reply, stop };
}

/** Performs a role in this process until the other one ends it. */
export async function run(): Promise<void> {
  const perform = roles[process.argv[4] as keyof Roles] as (given: unknown) => Promise<unknown>;
  const [{ given }] = (await once(process, 'message')) as [{ given: unknown }];
  process.send?.({ reply: await perform(given) });
  await once(process, 'disconnect');
}

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
