/**
 * Before what a spreadsheet would run as a formula, maybe after quotes, spaces and the apostrophes that keep it from doing so: at
 * the start of a cell, and after what ends one where the list separator isn't a comma, or a reader ignores quotes.
 */
const formula =
  /(^|[;\t\n\v\f\r\u0085\u2028\u2029])(?=['"\p{Zs}]*[=+\-@＝＋－＠])|^(?=['"\p{Zs}]*[\t\r\n])/gu;
const guarded = new RegExp(formula.source.replaceAll('(?=', "'(?="), formula.flags);

/** Writes records as CSV (RFC 4180). Cells that a spreadsheet would run as a formula are written as text. */
export function writeCsv(records: readonly (readonly string[])[]): string {
  return records.map((record) => `${record.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string): string {
  const text = value.replace(formula, "$1'");
  // Some readers end lines also at those of Unicode.
  return /[",\r\n\u0085\u2028\u2029]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell's text without the apostrophes that `writeCsv` or a person put before what looks like a formula. */
export function withoutGuard(text: string): string {
  return text.replace(guarded, '$1');
}
