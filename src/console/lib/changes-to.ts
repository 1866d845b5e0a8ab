/** The values that differ from those of a record. */
export function changesTo<Values extends object>(record: object, values: Values): Partial<Values> {
  const now = new Map<string, unknown>(Object.entries(record));
  // Some of its own entries.
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(now.get(name), value)),
  ) as Partial<Values>;
}

/** Whether two values of a field are the same. Lists of paths and grants are sets; a missing value is like a blank one. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(canonical).toSorted());
  if (typeof value === 'object' && value !== null)
    return JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.stringify(value ?? '');
}
