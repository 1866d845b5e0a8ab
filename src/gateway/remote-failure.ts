/** What went wrong on the way to the service: the status to answer with, and one sentence. */
export interface RemoteFailure {
  status: 502 | 504;
  sentence: string;
}

const slow = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
  'FST_REPLY_FROM_GATEWAY_TIMEOUT',
]);
const untrusted = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** Reasons by error code, each to follow "the service at <host>". */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses the connection',
  ECONNRESET: 'closed the connection before it answered',
  UND_ERR_SOCKET: 'closed the connection before it answered',
  EHOSTUNREACH: 'cannot be reached: there is no route to it',
  ENETUNREACH: 'cannot be reached: there is no route to it',
  ENOTFOUND: 'cannot be reached: its name is not known',
  EAI_AGAIN: 'cannot be reached: its name cannot be looked up now',
  CERT_HAS_EXPIRED: 'has a TLS certificate that has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a TLS certificate that is made out to another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak TLS on this port: check SERVICE_URL',
  EPROTO: 'does not speak TLS on this port: check SERVICE_URL',
};

/** Explains a failed request to the service at `host`. */
export function explainFailure(error: Error, host: string): RemoteFailure {
  const codes = codesOf(error);
  if (codes.some((code) => slow.has(code))) {
    return { status: 504, sentence: `the service at ${host} did not answer in time` };
  }
  const reason = codes.map((code) => reasons[code]).find((known) => known !== undefined);
  if (reason !== undefined) return { status: 502, sentence: `the service at ${host} ${reason}` };
  const certificate = codes.find((code) => untrusted.test(code));
  if (certificate !== undefined) {
    const sentence = `the service at ${host} has a TLS certificate that is not trusted (${certificate}): set SERVICE_CA`;
    return { status: 502, sentence };
  }
  // The code of the cause says more than that of the proxy around it.
  return {
    status: 502,
    sentence: `the service at ${host} cannot be reached (${codes.at(-1) ?? error.name})`,
  };
}

/** Codes of an error and of what caused it, outermost first. */
function codesOf(error: Error): string[] {
  const codes: string[] = [];
  let cause: unknown = error;
  for (let depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    if ('code' in cause) codes.push(String(cause.code));
    cause = cause.cause;
  }
  return codes;
}
