/** A Fastify server that returns fixed bytes: the upper bound for an API over HTTP on this machine. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';

/** @typedef {{ method: string, path: string, status: number, body: string }} Sample */

/**
 * Starts it in its own process, like the product.
 * @param {Sample[]} samples
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void> }>}
 */
export async function startPlainServer(samples) {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  child.send(samples);
  const [url] = await once(child, 'message');
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { url, pid: child.pid ?? 0, stop };
}

/** @param {Sample[]} samples */
async function serve(samples) {
  const app = fastify();
  for (const { method, path, status, body } of samples) {
    app.route({
      method,
      url: path.split('?')[0] ?? path,
      handler: (_request, reply) => reply.status(status).type('application/json; charset=utf-8').send(body),
    });
  }
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
}

if (process.argv[2] === 'serve')
  process.once('message', (samples) => void serve(/** @type {Sample[]} */ (samples)));
