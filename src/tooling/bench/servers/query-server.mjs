/** A Fastify server that only queries: groups as plain rows, without authentication, access rules or validation. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import fastify from 'fastify';
import { Pool } from 'pg';

/** @typedef {{ directory: string } | { databaseUrl: string }} Source */

/**
 * Starts it in its own process, like the product.
 * @param {Source} source
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void> }>}
 */
export async function startQueryServer(source) {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  child.send(source);
  const [url] = await once(child, 'message');
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { url, pid: child.pid ?? 0, stop };
}

const columns = 'id, name, description, mode, customer_id, parent_id';

/** @param {Source} source */
async function serve(source) {
  const database =
    'directory' in source
      ? await PGlite.create(source.directory)
      : new Pool({ connectionString: source.databaseUrl, max: 10 });
  /** @param {string} text @param {unknown[]} values @returns {Promise<any[]>} */
  const rowsOf = async (text, values) =>
    (database instanceof PGlite ? await database.query(text, values) : await database.query(text, values))
      .rows;
  const app = fastify();
  /** @param {string} limit */
  const pageOf = async (limit) => {
    const [count] = await rowsOf('select count(*)::int as rows from groups', []);
    const data = await rowsOf(`select ${columns} from groups order by id limit $1`, [limit]);
    return { rows: count.rows, data, start: 0 };
  };
  app.get('/groups', ({ query }) => pageOf(/** @type {{ limit: string }} */ (query).limit));
  app.get('/groups/:id', ({ params }) =>
    rowsOf(`select ${columns} from groups where id = $1`, [/** @type {{ id: string }} */ (params).id]),
  );
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
}

if (process.argv[2] === 'serve')
  process.once('message', (source) => void serve(/** @type {Source} */ (source)));
