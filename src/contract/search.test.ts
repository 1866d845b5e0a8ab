import { afterEach, describe, expect, it, vi } from 'vitest';
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

  describe('in a browser without Intl.Segmenter', () => {
    afterEach(() => {
      vi.unstubAllGlobals();
      vi.resetModules();
    });

    it('finds the same in texts without combined characters', async () => {
      vi.resetModules();
      vi.stubGlobal('Intl', {});
      const older = await import('./search.ts');
      expect(older.findInText('Acme 🚀 Straße', 'strasse')).toEqual({ start: 8, end: 14 });
    });
  });
});
