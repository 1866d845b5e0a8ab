import {
  Agent,
  request as sendHttp,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { Agent as TlsAgent, request as sendHttps } from 'node:https';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** Timeouts for the service. */
export interface RemoteTimeouts {
  connectMilliseconds: number;
  /** Of silence, before and during the response. */
  responseMilliseconds: number;
}

/** A request to the service. */
interface RemoteRequest {
  method: string;
  /** Path with query, below the origin. */
  path: string;
  headers: OutgoingHttpHeaders;
  /** Absent if the request has none. */
  body?: Readable;
  /** Of silence, in milliseconds, instead of the client's. */
  timeout?: number;
  onResponse(response: IncomingMessage): void;
  /** Called at most once, and never after `onResponse`. */
  onFailure(error: Error): void;
}

/** Creates a client that sends requests to one origin over kept connections. */
export function createRemoteClient(
  { protocol, hostname, port }: URL,
  { timeouts, ...tls }: { timeouts: RemoteTimeouts; rejectUnauthorized: boolean; ca?: Buffer },
) {
  const overTls = protocol === 'https:';
  // Sockets get the timeout once, rather than with every request.
  const kept = { keepAlive: true, timeout: timeouts.responseMilliseconds };
  const agent = overTls ? new TlsAgent({ ...kept, ...tls }) : new Agent(kept);
  const request = overTls ? sendHttps : sendHttp;
  // An IPv6 address has brackets only in a URL.
  const target = { agent, hostname: hostname.replace(/^\[|\]$/g, ''), ...(port === '' ? {} : { port }) };

  const limitConnecting = (sent: ClientRequest, socket: Socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => sent.destroy(timedOut()), timeouts.connectMilliseconds);
    const end = () => clearTimeout(timer);
    socket.once(overTls ? 'secureConnect' : 'connect', end).once('close', end);
  };

  const begin = (options: RemoteRequest, onFailure: (error: Error, sent: ClientRequest) => void) => {
    const { method, path, headers, body, timeout = timeouts.responseMilliseconds } = options;
    const sent = request({ ...target, method, path, headers, timeout });
    let responded = false;
    sent.once('response', (response) => {
      responded = true;
      options.onResponse(response);
    });
    sent.once('timeout', () => sent.destroy(timedOut()));
    sent.on('error', (error) => responded || onFailure(error, sent));
    if (!sent.reusedSocket) sent.once('socket', (socket) => limitConnecting(sent, socket));
    if (body) body.pipe(sent);
    else sent.end();
    return sent;
  };

  return {
    /** @returns a function that aborts the request */
    send: (options: RemoteRequest): (() => void) => {
      let current = begin(options, (error, sent) => {
        if (canRepeat(options) && wasIdle(error, sent)) current = begin(options, options.onFailure);
        else options.onFailure(error);
      });
      return () => current.destroy();
    },
    close: () => agent.destroy(),
  };
}

/** Methods that change nothing (RFC 9110 section 9.2.1). */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request can be sent again: it changes nothing, and it has no body, which would have been read already. */
function canRepeat({ method, body }: RemoteRequest): boolean {
  return safeMethods.has(method) && !body;
}

/** Whether the service closed a kept connection just when it was used again (RFC 9112 section 9.3.1). */
function wasIdle(error: NodeJS.ErrnoException, sent: ClientRequest): boolean {
  return sent.reusedSocket && error.code === 'ECONNRESET';
}

function timedOut(): Error {
  return Object.assign(new Error('the service took too long'), { code: 'ETIMEDOUT' });
}
