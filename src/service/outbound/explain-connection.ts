import { causesOf } from './causes.ts';
import { OutboundError } from './outbound-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses the connection',
  ECONNRESET: 'closed the connection before it answered',
  UND_ERR_SOCKET: 'closed the connection before it answered',
  EHOSTUNREACH: 'cannot be reached: there is no route to it',
  ENETUNREACH: 'cannot be reached: there is no route to it',
  ENOTFOUND: 'cannot be reached: its name is not known',
  EAI_AGAIN: 'cannot be reached: its name cannot be looked up now',
};
const tlsReasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has a TLS certificate that has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a TLS certificate that is made out to another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a self-signed TLS certificate, which is not trusted',
  EPROTO: 'does not speak TLS on this port',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak TLS on this port',
};
const timeouts = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/**
 * Turns what undici throws into what happened.
 * @param host host and port that were asked
 */
export function explainConnection(error: unknown, host: string, timeoutSeconds: number): OutboundError {
  const chain = causesOf(error);
  const known = chain.find((cause) => cause instanceof OutboundError);
  if (known) return known;
  const codes = chain.flatMap((cause) => ('code' in cause ? [String(cause.code)] : []));
  const timedOut =
    chain.some((cause) => cause.name === 'TimeoutError') || codes.some((code) => timeouts.has(code));
  if (timedOut)
    return new OutboundError('timeout', `${host} did not answer within ${timeoutSeconds} seconds`);
  const tls = codes.find((code) => code in tlsReasons);
  if (tls !== undefined) return new OutboundError('TLS', `${host} ${tlsReasons[tls]}`);
  const certificate = codes.find((code) => /^(CERT_|UNABLE_TO_|SELF_SIGNED|ERR_TLS_|ERR_SSL_)/.test(code));
  if (certificate !== undefined)
    return new OutboundError('TLS', `${host} has a TLS certificate that is not trusted (${certificate})`);
  const reason = codes.find((code) => code in reasons);
  if (reason !== undefined) return new OutboundError('unreachable', `${host} ${reasons[reason]}`);
  return new OutboundError('unreachable', `${host} cannot be reached${codes[0] ? ` (${codes[0]})` : ''}`);
}
