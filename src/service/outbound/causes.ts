const maxDepth = 6;

/** An error and its causes, outermost first. */
export function causesOf(error: unknown): Error[] {
  const found: Error[] = [];
  for (let cause = error; cause instanceof Error && found.length < maxDepth;) {
    found.push(cause);
    cause = cause.cause ?? (cause instanceof AggregateError ? cause.errors[0] : undefined);
  }
  return found;
}
