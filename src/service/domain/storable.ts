/** A `JSON.stringify` replacer of what `jsonb` can't contain: U+0000, and the halves of split surrogate pairs. */
export function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/[\0\p{Cs}]/gu, '\uFFFD') : value;
}
