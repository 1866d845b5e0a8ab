import * as z from 'zod/mini';
import { atMost, printable } from './fields.ts';
import { limits } from './limits.ts';
import { pageQuery } from './paging.ts';

export const searchQuery = z.strictObject({
  ...pageQuery.shape,
  /** Part of a name or of a user's login, case-insensitive. */
  search: z.optional(z.string().check(atMost(limits.search), printable())),
});

/**
 * What a search compares: names without differences in case, width or typographic form, the same everywhere. Not by a
 * database, whose `lower` only knows its own locale.
 */
export function searchText(...names: readonly string[]): string {
  return fold(names.join('\n'));
}

/**
 * Compatibility normalization and full case folding (Unicode TR15, TR21), approximated by case conversions: `ß` is `ss`, and
 * a final sigma or a dotless i isn't special. Nor is the dot that remains of `İ`.
 */
function fold(text: string): string {
  // Most texts, of which there may be 100,000: only case conversion does something to them.
  if (isAscii(text)) return text.toLowerCase();
  const folded = text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
  return folded.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');
}

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

// The language makes no difference for graphemes.
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Where a text first contains what is searched for.
 * @returns the first and the last index of whole characters in the original text; undefined if it doesn't contain it
 */
export function findInText(text: string, searched: string): { start: number; end: number } | undefined {
  const query = searchText(searched);
  if (query === '') return undefined;
  let folded = '';
  /** For each character of the folded text, where what it comes from starts in the original text, and ends. */
  const origins: { start: number; end: number }[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const part = fold(segment);
    folded += part;
    for (let at = 0; at < part.length; at += 1) origins.push({ start: index, end: index + segment.length });
  }
  const at = folded.indexOf(query);
  const [first, last] = [origins[at], origins[at + query.length - 1]];
  return first && last && { start: first.start, end: last.end };
}
