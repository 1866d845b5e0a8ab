import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a service returns instead, for a request such as `GET /users/5`. */
export type Rewrite = (request: string, body: unknown) => unknown;

/** A service whose responses differ from ours in what `rewrite` changes, and which `refuse` rejects for now. */
export interface RewritingProxy {
  url: string;
  rewrite: Rewrite;
  /** Undefined for requests that are forwarded. */
  refuse(request: string): { status: number; retryAfter: string } | undefined;
  close(): void;
}

/** Starts it on a free loopback port. @param service the base URL of a service whose responses it rewrites */
export async function startRewritingProxy(service: string): Promise<RewritingProxy> {
  const server = createServer((request, response) => {
    const forward = async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
      const { method = 'GET', url = '/' } = request;
      const name = `${method} ${url.split('?')[0]}`;
      const refusal = proxy.refuse(name);
      if (refusal) {
        response.writeHead(refusal.status, {
          'content-type': 'application/json',
          'retry-after': refusal.retryAfter,
        });
        return response.end(JSON.stringify({ detail: ['too many requests'] }));
      }
      const received = await fetch(service + url, {
        method,
        headers: Object.entries(headers).map(([header, value]): [string, string] => [header, String(value)]),
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      });
      const text = await received.text();
      const isJson = received.ok && text !== '';
      const rewritten = () => proxy.rewrite(name, JSON.parse(text));
      const location = received.headers.get('location');
      response.writeHead(received.status, {
        'content-type': received.headers.get('content-type') ?? 'application/json',
        'x-palisade-service': received.headers.get('x-palisade-service') ?? '',
        'set-cookie': received.headers.getSetCookie(),
        ...(location === null ? {} : { location }),
      });
      return response.end(isJson ? JSON.stringify(rewritten()) : text);
    };
    forward().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const proxy: RewritingProxy = {
    url: `http://127.0.0.1:${port}`,
    rewrite: (_, body) => body,
    refuse: () => undefined,
    close: () => void server.close(),
  };
  return proxy;
}

/** Rewrites every path of a record. */
export function withPaths(write: (path: string) => string): Rewrite {
  return (_, body) =>
    JSON.parse(
      JSON.stringify(body, (_name, value: unknown) =>
        typeof value === 'string' && /^\/(groups|users|roles|oidc_ops)\/\d+/.test(value)
          ? write(value)
          : value,
      ),
    );
}
