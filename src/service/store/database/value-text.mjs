/** A value as text, as the wire protocol takes it. @param {unknown} value @returns {string | null} */
export function textOf(value) {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(elementOf).join()}}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** An array element as text. @param {unknown} value @returns {string} */
function elementOf(value) {
  if (typeof value === 'number') return String(value);
  const text = textOf(value);
  return text === null ? 'NULL' : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
