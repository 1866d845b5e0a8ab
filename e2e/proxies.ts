import {
  Agent,
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from './fixtures.ts';

/** A reverse proxy in front of a gateway. */
interface Proxy {
  url: string;
  close(): Promise<void>;
}

/** Handles a request itself, or forwards it, now or later, and may change the response's headers. */
type Intercept = (
  request: IncomingMessage,
  response: ServerResponse,
  forward: (change?: (headers: IncomingHttpHeaders) => void) => void,
) => void;

async function startProxy(gatewayUrl: string, intercept: Intercept): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(gatewayUrl);
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request;
    intercept(request, response, (change) => {
      const sent = send({ agent, hostname, port, method, path, headers });
      sent.on('response', (received) => {
        change?.(received.headers);
        response.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(response);
      });
      sent.on('error', () => response.destroy());
      request.pipe(sent);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A server that listens on a port has an address of this kind.
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Starts a reverse proxy that holds back scripts and style sheets, as a slow network does. */
export async function startSlowProxy(gatewayUrl: string) {
  let decide: (isCut: boolean) => void = () => undefined;
  const decided = new Promise<boolean>((resolve) => (decide = resolve));
  const proxy = await startProxy(gatewayUrl, ({ url }, response, forward) => {
    if (url?.startsWith('/assets/')) void decided.then((isCut) => (isCut ? response.destroy() : forward()));
    else forward();
  });
  return {
    ...proxy,
    /** Lets everything that's held back pass, and everything after it. */
    release: () => decide(false),
    /** Ends their connections instead. */
    cut: () => decide(true),
  };
}

/** What a proxy sends instead: a redirect to a sign-in on another site or on the same one. */
type Demand = 'redirect' | 'redirect here';

/** Starts a proxy that drops the session's cookie, as a browser that blocks it does. */
export function startCookieBlocker(gatewayUrl: string): Promise<Proxy> {
  return startProxy(gatewayUrl, (_request, _response, forward) =>
    forward((headers) => {
      headers['set-cookie'] = headers['set-cookie']?.filter((cookie) => !cookie.startsWith('session=')) ?? [];
    }),
  );
}

const signInPath = '/proxy/sign-in';
const loginPage =
  '<!doctype html><title>Proxy</title><form method="post" action="/proxy/sign-in"><button>Enter</button></form>';

/** Starts a proxy with a sign-in of its own, whose page needs a click; signed in at first. */
export async function startSignInProxy(gatewayUrl: string) {
  let demanded: Demand | undefined;
  let returnTo = '/';
  const kept: string[] = [];
  const proxy = await startProxy(gatewayUrl, (request, response, forward) => {
    const html = { 'content-type': 'text/html' };
    const { url = '/', method, headers } = request;
    if (url === signInPath && method === 'POST') {
      demanded = undefined;
      response.writeHead(303, { location: returnTo }).end();
    } else if (demanded === undefined) forward();
    else if (url === signInPath || headers['sec-fetch-mode'] === 'navigate') {
      if (url !== signInPath) returnTo = url;
      response.writeHead(200, html).end(loginPage);
    } else {
      kept.push(url);
      const origin = demanded === 'redirect' ? proxy.url.replace('localhost', '127.0.0.1') : '';
      response.writeHead(302, { location: `${origin}${signInPath}` }).end();
    }
  });
  return {
    ...proxy,
    /** Ends its session. */
    demand: (how: Demand) => void (demanded = how),
    /** The paths that it has kept from the gateway. */
    kept: (): readonly string[] => kept,
  };
}

/** Tests whose pages load through a proxy in front of the gateway. */
export const behind = <Front extends Proxy>(start: (gatewayUrl: string) => Promise<Front>) =>
  base.extend<{ front: Front }>({
    front: async ({ gateway }, use) => {
      const proxy = await start(gateway.url);
      await use(proxy);
      await proxy.close();
    },
    baseURL: async ({ front }, use) => use(front.url),
  });
