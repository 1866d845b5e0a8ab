const maxDepth = 6;

/** The codes of an error and its causes, outermost first. */
export function codesOf(error: unknown): string[] {
  return causesOf(error).flatMap((cause) => ('code' in cause ? [String(cause.code)] : []));
}

/** An error and its causes, outermost first. */
export function causesOf(error: unknown): Error[] {
  const found: Error[] = [];
  for (let cause = error; cause instanceof Error && found.length < maxDepth;) {
    found.push(cause);
    cause = cause.cause ?? (cause instanceof AggregateError ? cause.errors[0] : undefined);
  }
  return found;
}
