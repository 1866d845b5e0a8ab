/** Writes records as CSV (RFC 4180). Cells that a spreadsheet would run as a formula are written as text. */
export function writeCsv(records: readonly (readonly string[])[]): string {
  return records.map((record) => `${record.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string): string {
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
