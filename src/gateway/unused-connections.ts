import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Remembers connections that have not been used yet. Browsers open some ahead; Node takes them for busy, and would wait
 * for each of them for a minute before a server is closed.
 * @returns what closes them
 */
export function watchUnused(server: Server): () => void {
  const unused = new Set<Socket>();
  const add = (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  };
  // Over TLS the other event has the bare socket, which no request comes by.
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', add);
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  return () => {
    for (const socket of unused) socket.destroy();
  };
}
