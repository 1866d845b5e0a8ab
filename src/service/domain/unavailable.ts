/** The database is down, too slow or unreachable: worth retrying soon; the response is 503. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';

  /**
   * @param message one sentence for the client, without internals
   * @param uncertain whether a statement was sent but its outcome is unknown
   */
  constructor(
    message: string,
    readonly uncertain = false,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
