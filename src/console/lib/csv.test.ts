import { describe, expect, it } from 'vitest';
import { writeCsv } from './csv.ts';

describe('writeCsv', () => {
  it('ends records with CRLF and quotes what needs it (RFC 4180)', () => {
    expect(
      writeCsv([
        ['a', 'b,c'],
        ['say "hi"', 'two\nlines'],
        ['', 'é'],
      ]),
    ).toBe('a,"b,c"\r\n"say ""hi""","two\nlines"\r\n,é\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x'])(
    'keeps %j from becoming a formula',
    (text) => {
      expect(writeCsv([[text]]).replaceAll('"', '')).toBe(`'${text}\r\n`);
    },
  );
});
