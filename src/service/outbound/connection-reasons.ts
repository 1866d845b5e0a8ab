/** Connection error codes as predicates of "<host> …". */
export const connectionReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection before responding',
  UND_ERR_SOCKET: 'closed the connection before responding',
  EHOSTUNREACH: "can't be reached: there's no route to it",
  ENETUNREACH: "can't be reached: there's no route to it",
  ENOTFOUND: "can't be reached: its name doesn't resolve",
  EAI_AGAIN: "can't be reached: DNS isn't available right now",
};

/** TLS error codes as predicates of "<host> …". */
export const tlsReasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has an expired TLS certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a TLS certificate for another name',
  EPROTO: "doesn't speak TLS on this port",
  ERR_SSL_WRONG_VERSION_NUMBER: "doesn't speak TLS on this port",
};

/** Timeout error codes of undici and Node. */
export const timeoutCodes: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** Error codes for an untrusted certificate. */
export const untrustedCode = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|ERR_SSL_)/;
