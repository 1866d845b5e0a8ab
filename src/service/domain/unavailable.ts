/** The database is down, too slow or out of reach: worth another try soon, and answered with 503. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';

  /**
   * @param message one sentence for the client, without internals
   * @param uncertain whether a statement was sent and its outcome never came
   */
  constructor(
    message: string,
    readonly uncertain = false,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
