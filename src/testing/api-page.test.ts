import { readFileSync } from 'node:fs';
import { format, type FormatOptions } from 'oxfmt';
import { expect, it } from 'vitest';
import { apiPage } from './api-page.ts';

it('matches docs/api.md with the contract (-u rewrites it)', async () => {
  const options = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatOptions;
  const { code } = await format('docs/api.md', apiPage(readFileSync('docs/api.md', 'utf8')), options);
  await expect(code).toMatchFileSnapshot('../../docs/api.md');
});

it('says what every property means', () => {
  const rows = readFileSync('docs/api.md', 'utf8').split('\n');
  expect(rows.filter((row) => /^\|.*\|\s+\|$/.test(row))).toEqual([]);
});
