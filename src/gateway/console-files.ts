import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { newNonce, pagePolicy } from './security.ts';

const noncePlaceholder = '__CSP_NONCE__';

/**
 * Serves the built console: hashed assets precompressed and cached forever, the page uncached, and the page for
 * every URL that isn't a file, because the console routes in the browser.
 * @param folder `dist/console`
 * @param publicHost the configured public host and port
 */
export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  publicHost: () => string,
): Promise<void> {
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
  });
  app.get('/favicon.svg', (_request, reply) =>
    reply.sendFile('favicon.svg', folder, { immutable: false, maxAge: '1h' }),
  );
  const sendPage = (reply: FastifyReply) => {
    const nonce = newNonce();
    const policy = pagePolicy(nonce, [publicHost(), reply.request.host]);
    return reply
      .headers({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(noncePlaceholder, nonce));
  };
  app.get('/*', (request, reply) => {
    // Not parsed as a URL: a target such as `//` isn't a valid one.
    const [pathname = ''] = request.url.split('?');
    if (/\.\w+$/.test(pathname) || /^\/(assets|api|-)(\/|$)/.test(pathname)) return reply.callNotFound();
    return sendPage(reply);
  });
  // The only console page among the gateway's own paths.
  app.get('/-/docs', (_request, reply) => sendPage(reply));
}
