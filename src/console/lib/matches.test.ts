import { expect, it } from 'vitest';
import { searchCases } from '../../testing/search-cases.ts';
import { matches } from './matches.ts';

it.each(searchCases)('looks for %j in %j', (searched, text, found) => {
  expect(matches(searched, text)).toBe(found !== undefined);
});

it('looks for words in any order, also in several texts', () => {
  expect(matches('gmbh acme', 'Acme', 'A GmbH')).toBe(true);
  expect(matches('gmbh acme', 'Acme')).toBe(false);
});
