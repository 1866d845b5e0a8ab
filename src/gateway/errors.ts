import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { versionHeader } from '../contract/gateway.ts';
import { sendRefusal, type Refusal } from './requests/refusal.ts';
import { notFoundPage } from './requests/not-found-page.ts';
import { setHeaders, type EveryResponse } from './security.ts';

/** Responds to unknown paths and methods, and to errors of the gateway's own routes with `{ detail: [...] }`. */
export function handleErrors(app: FastifyInstance): void {
  const allowed = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    allowed.set(url, [...(allowed.get(url) ?? []), method].flat());
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const Allow = allowed.get(path)?.join(', ');
    const refusal: Refusal =
      Allow === undefined
        ? {
            status: 404,
            sentence: `${path.slice(0, 200)} isn't a known path`,
            page: notFoundPage('Check the address.'),
          }
        : { status: 405, sentence: `${request.method} isn't allowed on this path`, headers: { Allow } };
    void sendRefusal(reply, refusal);
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500)
      request.log.error({ error: { message: error.message, stack: error.stack } }, 'request failed');
    const sentences: Readonly<Record<number, string>> = {
      413: 'the body is too large',
      415: 'Content-Type: must be application/json',
      500: `internal error; find the cause in the gateway's log under request id ${request.id}`,
    };
    const sentence = sentences[status] ?? error.message;
    // Fastify would close the connection after 413, which can discard the response while the client is still sending.
    reply.removeHeader('connection');
    void sendRefusal(reply, { status, sentence });
  });
}

/** Reads bodies of the gateway's own routes: JSON, or none even if `Content-Type` promises it. */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body));
    } catch {
      done(Object.assign(new Error("the body isn't valid JSON"), { statusCode: 400 }));
    }
  });
}

/** Responds to a URL that the router can't parse; no hooks run for it. */
export function handleMalformedUrl(every: EveryResponse) {
  return (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void => {
    setHeaders(reply, every);
    const page = notFoundPage('The address is malformed.');
    sendRefusal(reply, { status: 400, sentence: 'the URL is malformed', page });
  };
}

function unreadable({ code }: ConnectionError): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      status: 431,
      sentence: 'the headers are too large; they include the cookies of every service on this host',
    };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, sentence: "the request didn't arrive in time" };
  return { status: 400, sentence: "the request isn't valid HTTP" };
}

/** Responds to malformed or slow requests, for which there's no request object; then closes the connection. */
export function handleMalformedRequest(productVersion: string) {
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, sentence } = unreadable(error);
    const body = JSON.stringify({ detail: [sentence] });
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'Content-Type: application/json; charset=utf-8',
        'Cache-Control: no-store',
        'X-Content-Type-Options: nosniff',
        "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
        `${versionHeader}: ${productVersion}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
}
