/** What error codes of a connection mean, each to follow the name of the host. */
export const connectionReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses the connection',
  ECONNRESET: 'closed the connection before it answered',
  UND_ERR_SOCKET: 'closed the connection before it answered',
  EHOSTUNREACH: 'cannot be reached: there is no route to it',
  ENETUNREACH: 'cannot be reached: there is no route to it',
  ENOTFOUND: 'cannot be reached: its name is not known',
  EAI_AGAIN: 'cannot be reached: its name cannot be looked up now',
};

/** What error codes of TLS mean, each to follow the name of the host. */
export const tlsReasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has a TLS certificate that has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a TLS certificate that is made out to another name',
  EPROTO: 'does not speak TLS on this port',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak TLS on this port',
};

/** Error codes of undici and of Node that mean: not in time. */
export const timeoutCodes: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** Error codes of a certificate that nobody vouches for. */
export const untrustedCode = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|ERR_SSL_)/;
