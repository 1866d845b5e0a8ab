import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from './requests/refusal.ts';

const againMilliseconds = 50;
/** For requests already in transit when the gateway starts closing. */
const lingerMilliseconds = 500;

/**
 * Lets a gateway close without resetting accepted requests: current ones finish, and new ones on open
 * connections get 503. Every response during that time closes its connection.
 * @returns whether the gateway is closing, for responses written without Fastify
 */
export function closeGracefully(app: FastifyInstance): () => boolean {
  let closing = false;
  const closeConnections = closeWhenDone(app.server);
  app.addHook('onRequest', (request, reply, done) => {
    // An orchestrator watching the health check would otherwise kill the process while it's stopping.
    if (!closing || request.url === '/-/health') return done();
    const sentence = 'the service is shutting down: try again in a moment';
    void sendRefusal(reply, { status: 503, sentence, headers: { 'Retry-After': '1' } });
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('Connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    closing = true;
    if (await hasConnections(app.server)) await sleep(lingerMilliseconds);
    closeConnections();
  });
  return () => closing;
}

function hasConnections(server: Server): Promise<boolean> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(!error && count > 0));
  });
}

/**
 * Lets a server close as soon as its last request has ended. Node treats preconnected sockets as busy,
 * and looks for idle ones only once, so it would wait more than a minute for either.
 * @returns a function to call when the server starts closing
 */
export function closeWhenDone(server: Server): () => void {
  const unused = new Set<Socket>();
  // Over TLS, the `connection` event has the raw socket, which requests don't use.
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
