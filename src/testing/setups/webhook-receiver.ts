import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../gateway.ts';

interface Received {
  headers: IncomingHttpHeaders;
  url: string | undefined;
  body: string;
}

/** Starts a receiver of alerts on this machine. It accepts everything until a test sets `respond`. */
export async function startReceiver() {
  const accept: (response: ServerResponse) => void = (response) => response.writeHead(204).end();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      receiver.received.push({ headers: request.headers, url: request.url, body });
      receiver.respond(response);
    });
  });
  const host = `127.0.0.1:${await listen(server)}`;
  const receiver = {
    host,
    url: `http://${host}`,
    received: [] as Received[],
    respond: accept,
    /** The bodies of what was received. */
    bodies: () => receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
    reset: () => {
      receiver.received = [];
      receiver.respond = accept;
    },
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
  return receiver;
}
