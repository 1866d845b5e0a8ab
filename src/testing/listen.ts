import type { AddressInfo, Server } from 'node:net';

/** Has a server listen on a free port of this machine. @returns the port */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  // A server that listens on a port has an address of this kind.
  return (server.address() as AddressInfo).port;
}
