/** A CSV row, with the line that it begins on, from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
  /** A quoted cell isn't closed, so the row takes the rest of the text. */
  unclosed: boolean;
  /** There is text between a closing quote and the separator. */
  trailing: boolean;
}

const separators = [',', ';', '\t'] as const;

/** Guesses the separator: the most frequent one in the first line that isn't empty. */
export function separatorOf(text: string): string {
  const first = /^.*\S.*$/m.exec(text)?.[0] ?? '';
  const counts = separators.map((separator) => first.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Parses CSV (RFC 4180) with any separator and line endings. Empty lines are skipped. */
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
