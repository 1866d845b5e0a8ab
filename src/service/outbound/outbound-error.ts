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
  /** How to fix it, as a sentence, where that's known. */
  readonly repair: string | undefined;
  constructor(
    readonly reason: OutboundReason,
    message: string,
    { repair, ...options }: ErrorOptions & { repair?: string } = {},
  ) {
    super(message, options);
    this.repair = repair;
  }
}
