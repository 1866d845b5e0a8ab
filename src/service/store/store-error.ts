/** A store that cannot be opened; the message is one sentence for the person who starts the product. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
