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

/** Timeout error codes of undici and Node. */
export const timeoutCodes: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);
