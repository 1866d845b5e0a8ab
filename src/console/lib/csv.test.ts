import { describe, expect, it } from 'vitest';
import { withoutGuard } from '../../contract/csv.ts';
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

  it.each([
    ['a;=1+1', "a;'=1+1"],
    ['a\t=1+1', "a\t'=1+1"],
    ['a\n-1\r+1', "a\n'-1\r'+1"],
    ['a\u2028@x', "a\u2028'@x"],
    ['a; =1', "a;' =1"],
    ['a;"=1"!', `a;'"=1"!`],
    [' =1', "' =1"],
    ['"=1"!', `'"=1"!`],
    ["a;'=1", "a;''=1"],
    ['\n\n=1', "'\n\n'=1"],
  ])('keeps %j from becoming a formula for readers with other separators', (text, guarded) => {
    expect(
      writeCsv([[text]])
        .trimEnd()
        .replace(/^"(.*)"$/s, '$1')
        .replaceAll('""', '"'),
    ).toBe(guarded);
    expect(withoutGuard(guarded)).toBe(text);
  });

  it.each(['a-b', 'a = b', 'a;b', 'a; b', "a;'b", "'a"])('leaves %j unchanged', (text) => {
    expect(writeCsv([[text]])).toBe(`${text}\r\n`);
    expect(withoutGuard(text)).toBe(text);
  });
});
