import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { newNonce, pagePolicy } from './security.ts';

const noncePlaceholder = '__CSP_NONCE__';

/**
 * Serves the built console: hashed assets for ever and precompressed, the page never from a cache, and the page for
 * every address that is not a file, because the console routes in the browser.
 * @param folder `dist/console`
 * @param publicHost host and port that browsers see by the settings
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
    // Not read as a URL: there is none in an address such as `//`.
    const [pathname = ''] = request.url.split('?');
    if (/\.\w+$/.test(pathname) || /^\/(assets|api|-)(\/|$)/.test(pathname)) return reply.callNotFound();
    return sendPage(reply);
  });
  // The one page of the console that is among the gateway's own addresses.
  app.get('/-/docs', (_request, reply) => sendPage(reply));
}
