import { versionHeader } from '../contract/gateway.ts';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, sessionCookie } from '../contract/access/authentication.ts';
import { signInPage, signInTestFinishedPage } from '../contract/oidc/oidc-logins.ts';
import { pagePolicy } from './security.ts';

const noncePlaceholder = '__CSP_NONCE__';
const versionPlaceholder = '__VERSION__';

/** Pages that say themselves what the lack of a session means. */
const publicPages: readonly string[] = [signInPage, signInTestFinishedPage, '/signed-in'];

const guidePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface Sessions {
  overTls: boolean;
  /** Whether a remote service opens sessions: the names of its cookies aren't known. */
  remote: boolean;
}

/**
 * Serves the built console: hashed assets precompressed and cached forever, and the page uncached: for every navigation and
 * every URL that isn't a file's, because the console routes in the browser. Without a session, it's the sign-in page.
 * @param folder `dist/console`
 * @param publicHost the configured public host and port
 */
export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  publicHost: () => string,
  sessions: Sessions,
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
    const nonce = randomBytes(16).toString('base64');
    const policy = pagePolicy(nonce, [publicHost(), reply.request.host]);
    return reply
      .headers({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(
        page
          .replaceAll(noncePlaceholder, nonce)
          .replace(versionPlaceholder, String(reply.getHeader(versionHeader))),
      );
  };
  const servePage = (request: FastifyRequest, reply: FastifyReply) => {
    if (!lacksSession(request, sessions)) return sendPage(reply);
    const search =
      request.url === '/' ? '' : `?${new URLSearchParams({ return_to: request.url }).toString()}`;
    return reply.header('Cache-Control', 'no-store').redirect(`${signInPage}${search}`);
  };
  app.get('/*', (request, reply) => {
    // Not parsed as a URL: a target such as `//` isn't a valid one.
    const [pathname = ''] = request.url.split('?');
    const wantsFile = /\.\w+$/.test(pathname) && !isNavigation(request);
    if (wantsFile || /^\/(assets|api|-)(\/|$)/.test(pathname)) return reply.callNotFound();
    return publicPages.includes(pathname) ? sendPage(reply) : servePage(request, reply);
  });
  // Pages without scripts.
  app.get<{ Params: { page?: string } }>('/-/docs/guide/:page?', ({ params: { page: name = '' } }, reply) => {
    const file = /\.\w+$/.test(name) ? name : `${name || 'index'}.html`;
    return reply
      .header('Content-Security-Policy', guidePolicy)
      .sendFile(file, path.join(folder, 'guide'), { immutable: false, maxAge: '1h' });
  });
  // The only console page among the gateway's own paths.
  app.get('/-/docs', servePage);
}

function isNavigation({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.accept?.includes('text/html') === true;
}

/** Whether it's a navigation of a browser that can't be signed in. If it might be, the page asks the service. */
function lacksSession({ headers }: FastifyRequest, { overTls, remote }: Sessions): boolean {
  if (!isNavigation({ headers }) || headers.authorization !== undefined) return false;
  const { cookie = '', 'sec-fetch-site': site = 'cross-site' } = headers;
  // Another site's link doesn't send a cookie that is `SameSite=Strict`, which a remote service's may be.
  if (remote) return cookie === '' && site !== 'cross-site';
  const start = `${cookieName(sessionCookie, overTls)}=`;
  return !cookie.split(';').some((pair) => pair.trimStart().startsWith(start));
}
