import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a service returns instead, for a request such as `GET /users/5`. */
export type Rewrite = (request: string, body: unknown) => unknown;

/** A service whose responses differ from ours in what `rewrite` changes. */
export interface RewritingProxy {
  url: string;
  rewrite: Rewrite;
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
      const received = await fetch(service + url, {
        method,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      });
      const text = await received.text();
      const isJson = received.ok && text !== '';
      const rewritten = () => proxy.rewrite(`${method} ${url.split('?')[0]}`, JSON.parse(text));
      const location = received.headers.get('location');
      response.writeHead(received.status, {
        'content-type': received.headers.get('content-type') ?? 'application/json',
        'set-cookie': received.headers.getSetCookie(),
        ...(location === null ? {} : { location }),
      });
      response.end(isJson ? JSON.stringify(rewritten()) : text);
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
