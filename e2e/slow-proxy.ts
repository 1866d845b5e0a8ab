import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy that holds back scripts and style sheets, as a slow network does. */
export interface SlowProxy {
  url: string;
  /** Lets everything that's held back pass, and everything after it. */
  release(): void;
  close(): Promise<void>;
}

/** Starts the proxy in front of a gateway. */
export async function startSlowProxy(gatewayUrl: string): Promise<SlowProxy> {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(gatewayUrl);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request;
    const forward = () => {
      const sent = send({ agent, hostname, port, method, path, headers });
      sent.on('response', (received) => {
        response.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(response);
      });
      sent.on('error', () => response.destroy());
      request.pipe(sent);
    };
    if (path?.startsWith('/assets/')) void released.then(forward);
    else forward();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A server that listens on a port has an address of this kind.
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    release,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
