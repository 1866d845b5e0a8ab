import type { DetailedPeerCertificate } from 'node:tls';
import { OutboundError } from './outbound-error.ts';
import { tlsFailure } from './tls-failure.ts';

/**
 * Converts undici's errors to sentences.
 * @param host the requested host and port
 * @param certificate the host's, if it's the problem
 */
export function explainConnection(
  error: unknown,
  host: string,
  timeoutSeconds: number,
  certificate?: DetailedPeerCertificate,
): OutboundError {
  const chain = causesOf(error);
  const known = chain.find((cause) => cause instanceof OutboundError);
  if (known) return known;
  const codes = codesOf(error);
  const timedOut =
    chain.some((cause) => cause.name === 'TimeoutError') || codes.some((code) => timeoutCodes.has(code));
  if (timedOut) {
    const limit = failedToConnect(error) ? '' : ` within ${timeoutSeconds} seconds`;
    return new OutboundError('timeout', `${host} didn't respond${limit}`);
  }
  const tls = tlsFailure(codes, certificate);
  if (tls) return new OutboundError('TLS', `${host} ${tls.what}`, { repair: tls.repair });
  const reason = codes.find((code) => code in connectionReasons);
  if (reason !== undefined) return new OutboundError('unreachable', `${host} ${connectionReasons[reason]}`);
  if (isInvalidResponse(error))
    return new OutboundError('unreachable', `${host} sent an invalid HTTP response`);
  return new OutboundError('unreachable', `${host} can't be reached${codes[0] ? ` (${codes[0]})` : ''}`);
}

const maxDepth = 6;

/** The codes of an error and its causes, outermost first. */
export function codesOf(error: unknown): string[] {
  return causesOf(error).flatMap((cause) =>
    'code' in cause && typeof cause.code === 'string' ? [cause.code] : [],
  );
}

/** Whether no connection was made: then nothing was sent. An address that didn't respond has the code of any timeout. */
export function failedToConnect(error: unknown): boolean {
  return causesOf(error).some((cause) => 'syscall' in cause && cause.syscall === 'connect');
}

/** Whether a response breaks the protocol. undici's parser doesn't always give a code. */
export function isInvalidResponse(error: unknown): boolean {
  return (
    causesOf(error).some(({ name }) => name === 'HTTPParserError') ||
    codesOf(error).some((code) => invalidResponse.test(code))
  );
}

/** Codes of undici's errors, of the assertions in its parser, and of decompression. */
const invalidResponse =
  /^(HPE_|Z_|ERR__ERROR_|ERR_ASSERTION$|UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH)$)/;

/** An error and its causes, outermost first. */
export function causesOf(error: unknown): Error[] {
  const found: Error[] = [];
  for (let cause = error; cause instanceof Error && found.length < maxDepth;) {
    found.push(cause);
    cause = cause.cause ?? (cause instanceof AggregateError ? cause.errors[0] : undefined);
  }
  return found;
}

/** Connection error codes as predicates of "<host> …". */
export const connectionReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection before responding',
  UND_ERR_SOCKET: 'closed the connection before responding',
  ERR_SOCKET_CONNECTION_TIMEOUT: "can't be reached: it doesn't respond",
  EHOSTUNREACH: "can't be reached: there's no route to it",
  ENETUNREACH: "can't be reached: there's no route to it",
  EMFILE: "can't be reached: this process has too many open files",
  EPERM: "can't be reached: this machine doesn't allow it",
  EACCES: "can't be reached: this machine doesn't allow it",
  ENOTFOUND: "can't be reached: its name doesn't resolve",
  EAI_AGAIN: "can't be reached: DNS isn't available right now",
  PROXY_AUTHENTICATION: 'is behind a proxy that requires a sign-in (407)',
};

/** Timeout error codes of undici and Node. */
export const timeoutCodes: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);
