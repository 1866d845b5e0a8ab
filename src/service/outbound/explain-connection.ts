import type { DetailedPeerCertificate } from 'node:tls';
import { causesOf, codesOf } from './causes.ts';
import { connectionReasons, timeoutCodes } from './connection-reasons.ts';
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
  if (timedOut)
    return new OutboundError('timeout', `${host} didn't respond within ${timeoutSeconds} seconds`);
  const tls = tlsFailure(codes, certificate);
  if (tls) return new OutboundError('TLS', `${host} ${tls.what}`, { repair: tls.repair });
  const reason = codes.find((code) => code in connectionReasons);
  if (reason !== undefined) return new OutboundError('unreachable', `${host} ${connectionReasons[reason]}`);
  return new OutboundError('unreachable', `${host} can't be reached${codes[0] ? ` (${codes[0]})` : ''}`);
}
