import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const againMilliseconds = 50;
/** For requests that were on their way when the gateway began to close. */
const lingerMilliseconds = 500;

/**
 * Lets a gateway close without resetting a request that it has accepted: those under way end, and new ones on open
 * connections are answered with 503. Every response of that time closes its connection.
 */
export function closeGracefully(app: FastifyInstance): void {
  let closing = false;
  const closeConnections = closeWhenDone(app.server);
  app.addHook('onRequest', async (request, reply) => {
    // Whoever restarts the process by its health would end it in the middle.
    if (!closing || request.url === '/-/health') return undefined;
    return reply
      .status(503)
      .headers({ 'Retry-After': '1', 'Cache-Control': 'no-store' })
      .send({ detail: ['the service is shutting down: try again in a moment'] });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('Connection', 'close');
  });
  app.addHook('preClose', async () => {
    closing = true;
    if (await hasConnections(app.server)) await sleep(lingerMilliseconds);
    closeConnections();
  });
}

function hasConnections(server: Server): Promise<boolean> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(!error && count > 0));
  });
}

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
