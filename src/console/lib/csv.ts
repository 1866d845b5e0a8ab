/** What a spreadsheet would run as a formula; maybe after the apostrophes that keep it from doing so. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Writes records as CSV (RFC 4180). Cells that a spreadsheet would run as a formula are written as text. */
export function writeCsv(records: readonly (readonly string[])[]): string {
  return records.map((record) => `${record.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string): string {
  const text = formula.test(value) ? `'${value}` : value;
  // Some readers end lines also at those of Unicode.
  return /[",\r\n\u0085\u2028\u2029]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell's text without the apostrophe that `writeCsv` or a person put before what looks like a formula. */
export function withoutGuard(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}
