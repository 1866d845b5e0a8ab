/** A Fastify server that only queries: groups as plain rows, without authentication, access rules or validation. */
import { PGlite } from '@electric-sql/pglite';
import fastify from 'fastify';
import { Pool } from 'pg';
import { startServer, whenForked } from './forked.mjs';

/** @param {string} source URL of a PostgreSQL server, or the folder of an embedded database */
export const startQueryServer = (source) => startServer(import.meta.url, 'serve', source);

const columns = 'id, name, description, mode, customer_id, parent_id';

/** @param {string} source */
async function serve(source) {
  const database = source.startsWith('postgres')
    ? new Pool({ connectionString: source, max: 10 })
    : await PGlite.create(source);
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
  return app.listen({ host: '127.0.0.1', port: 0 });
}

whenForked({ serve });
