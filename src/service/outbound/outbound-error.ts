/** Why a request to another host failed. */
export type OutboundReason =
  | 'forbidden address'
  | 'unreachable'
  | 'timeout'
  | 'TLS'
  | 'too large'
  | 'redirect'
  | 'status'
  | 'content';

/** A failed request: what failed and where, never the response's content. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  constructor(
    readonly reason: OutboundReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
