import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

const againMilliseconds = 50;

/**
 * Lets a server close as soon as its last request has ended. Node takes connections that browsers open ahead for busy,
 * and looks for idle ones once only, so that it would wait more than a minute for either.
 * @returns what to call when the server begins to close
 */
export function closeWhenDone(server: Server): () => void {
  const unused = new Set<Socket>();
  // Over TLS the other event has the bare socket, which no request comes by.
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  return () => {
    const close = () => {
      server.closeIdleConnections();
      for (const socket of unused) socket.destroy();
    };
    close();
    const again = setInterval(close, againMilliseconds);
    server.once('close', () => clearInterval(again));
  };
}
