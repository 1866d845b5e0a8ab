import { OutboundError } from '../../service/outbound/outbound-error.ts';
import { tlsFailure } from '../../service/outbound/tls-failure.ts';
import { outcomeHeader } from '../../contract/gateway.ts';
import type { Refusal } from '../requests/refusal.ts';
import { RedirectError } from './redirects.ts';
import {
  codesOf,
  connectionReasons,
  failedToConnect,
  isInvalidResponse,
  timeoutCodes,
} from '../../service/outbound/explain-connection.ts';

export function explainFailure(error: Error, host: string): Refusal {
  const codes = codesOf(error);
  const isProxys = error instanceof OutboundError;
  const isUnsent = isProxys || codes.some((code) => beforeSending.test(code)) || failedToConnect(error);
  const unsent = isUnsent ? { [outcomeHeader]: 'unsent' } : {};
  const badGateway = (reason: string) => ({
    status: 502,
    sentence: `the service at ${host} ${reason}`,
    headers: unsent,
  });
  if (isProxys) {
    const status = error.reason === 'timeout' ? 504 : 502;
    return { status, sentence: `the service can't be reached: ${error.message}`, headers: unsent };
  }
  if (error instanceof RedirectError) return badGateway(error.message);
  if (codes.some((code) => timeoutCodes.has(code)))
    return { status: 504, sentence: `the service at ${host} didn't respond in time`, headers: unsent };
  const tls = tlsFailure(codes);
  if (tls) return badGateway(`${tls.what}${tls.untrusted ? ': set SERVICE_CA' : ''}`);
  const known = codes.find((code) => code in connectionReasons);
  if (known !== undefined) return badGateway(connectionReasons[known] ?? '');
  const status = codes.map((code) => /^STATUS_(\d+)$/.exec(code)?.[1]).find(Boolean);
  if (status !== undefined)
    return badGateway(`responded with ${status}, after which browsers would repeat the request`);
  if (isInvalidResponse(error)) return badGateway('sent an invalid HTTP response');
  // The innermost code is the most specific.
  return badGateway(`can't be reached (${codes.at(-1) ?? error.name})`);
}

/** Codes of failures to connect: no request was sent. */
const beforeSending =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ERR_SOCKET_CONNECTION_TIMEOUT|EPROTO|PROXY_AUTHENTICATION)$|^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|ERR_SSL_)/;
