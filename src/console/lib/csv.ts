import { withGuard } from '../../contract/csv.ts';

/** Writes records as CSV (RFC 4180). Cells that a spreadsheet would run as a formula are written as text. */
export function writeCsv(records: readonly (readonly string[])[]): string {
  return records.map((record) => `${record.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string): string {
  const text = withGuard(value);
  // Some readers end lines also at those of Unicode.
  return /[",\r\n\u0085\u2028\u2029]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
