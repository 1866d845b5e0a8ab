/** A Fastify server that returns fixed bytes: the upper bound for an API over HTTP on this machine. */
import fastify from 'fastify';
import { startServer, whenForked } from './forked.mjs';

/** @typedef {{ method: string, path: string, status: number, body: string }} Sample */

/** @param {Sample[]} samples */
export const startPlainServer = (samples) => startServer(import.meta.url, 'serve', samples);

/** @param {Sample[]} samples */
async function serve(samples) {
  const app = fastify();
  for (const { method, path, status, body } of samples)
    app.route({
      method,
      url: path.split('?')[0] ?? path,
      handler: (_request, reply) => reply.status(status).type('application/json; charset=utf-8').send(body),
    });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

whenForked({ serve });
