/** A row of a CSV text, with the line of the text that it begins on, from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
  /** A quoted cell has no end: the row takes the rest of the text. */
  unclosed: boolean;
  /** Something stands between the end of a quoted cell and the separator. */
  trailing: boolean;
}

const separators = [',', ';', '\t'] as const;

/** The separator that the first line that is not empty has most of. */
export function separatorOf(text: string): string {
  const first = /^.*\S.*$/m.exec(text)?.[0] ?? '';
  const counts = separators.map((separator) => first.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Reads CSV as RFC 4180 has it, with any separator and any line ends. Empty lines are left out. */
export function parseCsv(text: string, separator: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let line = 1;
  for (let at = 0; at < text.length;) {
    const row: CsvRow = { line, cells: [], unclosed: false, trailing: false };
    for (let inRow = true; inRow;) {
      if (text[at] === '"') {
        const end = endOfQuoted(text, at + 1);
        row.unclosed ||= end === text.length;
        const cell = text.slice(at + 1, end);
        line += cell.split('\n').length - 1;
        row.cells.push(cell.replaceAll('""', '"'));
        at = endOfCell(text, end + 1, separator);
        row.trailing ||= text.slice(end + 1, at).trim() !== '';
      } else {
        const end = endOfCell(text, at, separator);
        row.cells.push(text.slice(at, end).replace(/\r$/, ''));
        at = end;
      }
      inRow = text[at] === separator;
      at += 1;
    }
    line += 1;
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row);
  }
  return rows;
}

function endOfQuoted(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    if (text[at + 1] !== '"') return at;
  }
}

function endOfCell(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n') at += 1;
  return at;
}
