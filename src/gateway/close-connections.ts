import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from './requests/refusal.ts';

const againMilliseconds = 50;
const quickMilliseconds = 0.5;
/** The longest time to wait until no more clients connect. */
const acceptMilliseconds = 500;
/** Half of the 30 s that a client may take nothing of a response: after a part was taken, Node waits once more. */
const unreadMilliseconds = 15_000;
/** The most requests on one connection that wait for their responses. */
const mostWaiting = 8;
/** For requests on connections that are open when the gateway starts closing. */
const lingerMilliseconds = 500;

/**
 * Lets a gateway close without resetting connections or rejecting requests. First it stops listening: clients connect to another
 * instance, if there is one. Open connections end with their next response, or when none is requested.
 * @returns whether requests are their connections' last, for responses written without Fastify
 */
export function closeGracefully(app: FastifyInstance): () => boolean {
  let closing = false;
  const closeConnections = closeWhenDone(app.server);
  app.addHook('onRequest', (request, reply, done) => {
    // Fastify already sets it while connections are still being accepted: clients would open another one here.
    if (!closing) reply.raw.removeHeader('Connection');
    if (!closing || request.url !== '/-/ready') return done();
    const sentence = 'the service is shutting down: try again in a moment';
    void sendRefusal(reply, { status: 503, sentence, headers: { 'Retry-After': '1' } });
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('Connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    await acceptWaiting(app.server);
    closing = true;
    // The HTTP server's own method also closes idle connections, on which requests may be arriving.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(app.server, resolve));
    if (await hasConnections(app.server)) await sleep(lingerMilliseconds);
    closeConnections();
    await closed;
  });
  return () => closing;
}

/**
 * Ends connections whose clients take nothing of a response for a while: it would be kept in memory. Requests that wait for a
 * response, and those whose bodies arrive slowly, have other limits. Node handles requests that are sent ahead simultaneously and keeps
 * their responses, so that only a few may wait; browsers send none ahead.
 */
export function endUnread(server: Server): void {
  server.setTimeout(unreadMilliseconds);
  const waiting = new WeakMap<Socket, number>();
  server.on('request', ({ socket: connection }: IncomingMessage, response: ServerResponse) => {
    const count = (by: number) => {
      const now = (waiting.get(connection) ?? 0) + by;
      waiting.set(connection, now);
      return now;
    };
    if (count(1) > mostWaiting) connection.destroy();
    response.once('close', () => count(-1));
    response.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}

function hasConnections(server: Server): Promise<boolean> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(!error && count > 0));
  });
}

/**
 * Accepts connections that the system has taken for the process: it would reset them once the server stops listening. Ends after a
 * turn of the event loop without any, if it was quick: others may have arrived during a slow one.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = false;
  const onConnection = () => (accepted = true);
  server.on('connection', onConnection);
  // The event loop accepts connections before each further turn, but not necessarily before the first one.
  await turn();
  const start = performance.now();
  for (let before = start; ;) {
    accepted = false;
    await turn();
    const now = performance.now();
    if ((!accepted && now - before < quickMilliseconds) || now - start > acceptMilliseconds) break;
    before = now;
  }
  server.off('connection', onConnection);
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
