import {
  constants,
  createServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { maxReadBytes } from './requests/large-headers.ts';

/** In bytes on their way: with Node's 64 KiB, 10 MB take 9 seconds to a gateway that's 50 ms away. */
const windowBytes = 1024 * 1024;

const limits = {
  settings: { maxConcurrentStreams: 100, maxHeaderListSize: maxReadBytes, initialWindowSize: windowBytes },
  // Browsers send each of up to 180 cookies as a header. Clients that don't confirm the settings could send any size.
  maxHeaderListPairs: 256,
};

/** For the client to close its end, too. */
const closeMilliseconds = 1_000;

/**
 * Serves HTTP/2 on a server's TLS connections whose clients negotiated it; requests become requests of the server. The others
 * stay as they are, because an HTTP/2 server that accepts HTTP/1.1 ignores the limits it gets.
 * @returns a function that lets current requests finish, and closes connections as soon as they have none
 */
export function serveHttp2(server: Server): () => void {
  const http2 = createServer(limits);
  const sessions = new Set<ServerHttp2Session>();
  http2.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    session.setLocalWindowSize(windowBytes);
    session.setTimeout(server.keepAliveTimeout, () => session.close());
  });
  const onRequest = (request: Http2ServerRequest, response: Http2ServerResponse) => {
    asHttp1(request, server.requestTimeout);
    server.emit('request', request, response);
  };
  http2.on('request', onRequest).on('checkExpectation', onRequest);

  const [serveHttp1] = server.listeners('secureConnection');
  server.removeAllListeners('secureConnection').on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol !== 'h2') return serveHttp1?.call(server, socket);
    // Node would wait for as long as a client that has vanished doesn't close its end.
    socket.once('finish', () => setTimeout(() => socket.destroy(), closeMilliseconds).unref());
    return http2.emit('connection', socket);
  });
  return () => sessions.forEach((session) => session.close());
}

/**
 * Has a request say, in the headers of HTTP/1.1, which host it's for and whether it has a body. A body that breaks off or takes
 * too long is an error, as it is there.
 */
function asHttp1(request: Http2ServerRequest, timeout: number): void {
  const { headers, stream } = request;
  headers.host = request.authority;
  if (stream.endAfterHeaders) return;
  if (headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked';
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), timeout);
  stream.once('end', () => clearTimeout(timer));
  stream.prependOnceListener('close', () => {
    clearTimeout(timer);
    // Node would end it as if it were complete.
    if (!request.readableEnded) request.destroy(new Error('aborted'));
  });
  // Not everyone reads the body.
  request.on('error', () => undefined);
}
