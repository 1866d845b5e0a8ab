/** Baselines, which run in processes of their own, so that their CPU time can be measured. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { PGlite } from '@electric-sql/pglite';
import fastify from 'fastify';
import { Pool } from 'pg';
import { owned } from '../gateway.ts';

const baselines = {
  /** The upper bound for an API over HTTP on this machine: responds to everything with the same bytes. */
  async bytes(status: string, body: string) {
    const app = fastify();
    const type = 'application/json; charset=utf-8';
    app.all('/*', (_, reply) => reply.status(Number(status)).type(type).send(body));
    return app.listen({ host: '127.0.0.1', port: 0 });
  },

  /** Only queries: groups as plain rows, without authentication, access rules or validation. */
  async query(source: string) {
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
};

export async function startBaseline<Name extends keyof typeof baselines>(
  name: Name,
  ...given: Parameters<(typeof baselines)[Name]>
) {
  const child = fork('src/tooling/run.mjs', ['harness', 'servers']);
  child.send([name, given]);
  const [url] = (await once(child, 'message')) as [string];
  return { url, pid: child.pid ?? 0, stop: owned(child) };
}

/** Is a baseline until the process that started it ends it. */
export async function run(): Promise<void> {
  const [[name, given]] = (await once(process, 'message')) as [[keyof typeof baselines, string[]]];
  process.send?.(await Reflect.apply(baselines[name], undefined, given));
  await once(process, 'disconnect');
}
