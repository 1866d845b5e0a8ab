import { describe, expect, it } from 'vitest';
import { findInText, searchText } from './search.ts';
import { searchCases } from '../testing/search-cases.ts';

describe('a search', () => {
  it.each(searchCases)('of %j in %j finds %j', (searched, text, found) => {
    const match = findInText(text, searched);
    expect(match && text.slice(match.start, match.end)).toBe(found);
    expect(searchText(text).includes(searchText(searched))).toBe(found !== undefined);
  });

  it('finds nothing for an empty text', () => {
    expect(findInText('Acme', '')).toBeUndefined();
    expect(findInText('', 'a')).toBeUndefined();
  });

  it('marks what follows letters whose case changes their length', () => {
    const text = 'İİİ ﬀß Acme GmbH';
    expect(findInText(text, 'acme')).toEqual({ start: text.indexOf('Acme'), end: text.indexOf(' GmbH') });
  });
});
