/** The response was lost, and the write may be repeated: it wasn't done, or repeating it is safe. */
export class NotDone extends Error {
  override readonly name = 'NotDone';
}

/** The response was lost, and reading back failed. */
export class StillUnknown extends Error {
  override readonly name = 'StillUnknown';
}
