/** A `JSON.stringify` replacer of what `jsonb` can't contain: U+0000, and the halves of split surrogate pairs. */
export function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/[\0\p{Cs}]/gu, '\uFFFD') : value;
}

/** A statement's value without U+0000, which text in PostgreSQL can't contain. */
export function storableValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storableValue);
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}
