import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendRefusal } from './refusal.ts';
import { secureHeaders } from './security.ts';

/** Answers what no route answers, and what routes of the gateway's own throw, as `{ detail: [...] }`. */
export function handleErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    void reply
      .status(404)
      .header('Cache-Control', 'no-store')
      .send({ detail: [`${request.url.split('?')[0]?.slice(0, 200)} is not a known path`] });
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500)
      request.log.error({ error: { message: error.message, stack: error.stack } }, 'request failed');
    const detail =
      status === 500
        ? `internal error; find the cause in the gateway's log under request id ${request.id}`
        : error.message;
    void reply
      .status(status)
      .header('Cache-Control', 'no-store')
      .send({ detail: [detail] });
  });
}

/** Answers an address that the router cannot read; no hook runs for it. */
export function handleMalformedUrl(overTls: boolean) {
  return (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void => {
    secureHeaders(reply, overTls);
    sendRefusal(reply, { status: 400, sentence: 'the address cannot be read' });
  };
}

const unreadable: Readonly<Record<string, { status: number; sentence: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, sentence: 'the headers are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, sentence: 'the request did not arrive in time' },
};

/** Answers what is no HTTP request, or comes too slowly, before there is a request to answer; then hangs up. */
export function handleMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, sentence } = unreadable[error.code ?? ''] ?? {
    status: 400,
    sentence: 'the request is not valid HTTP',
  };
  const body = JSON.stringify({ detail: [sentence] });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
