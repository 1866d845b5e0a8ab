import { causesOf, codesOf } from './causes.ts';
import { connectionReasons, timeoutCodes, tlsReasons, untrustedCode } from './connection-reasons.ts';
import { OutboundError } from './outbound-error.ts';

/** Converts undici's errors to sentences. @param host the requested host and port */
export function explainConnection(error: unknown, host: string, timeoutSeconds: number): OutboundError {
  const chain = causesOf(error);
  const known = chain.find((cause) => cause instanceof OutboundError);
  if (known) return known;
  const codes = codesOf(error);
  const timedOut =
    chain.some((cause) => cause.name === 'TimeoutError') || codes.some((code) => timeoutCodes.has(code));
  if (timedOut)
    return new OutboundError('timeout', `${host} didn't respond within ${timeoutSeconds} seconds`);
  const tls = codes.find((code) => code in tlsReasons);
  if (tls !== undefined) return new OutboundError('TLS', `${host} ${tlsReasons[tls]}`);
  const certificate = codes.find((code) => untrustedCode.test(code));
  if (certificate !== undefined)
    return new OutboundError('TLS', `${host} has an untrusted TLS certificate (${certificate})`);
  const reason = codes.find((code) => code in connectionReasons);
  if (reason !== undefined) return new OutboundError('unreachable', `${host} ${connectionReasons[reason]}`);
  return new OutboundError('unreachable', `${host} can't be reached${codes[0] ? ` (${codes[0]})` : ''}`);
}
