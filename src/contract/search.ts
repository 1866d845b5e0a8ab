import * as z from 'zod/mini';
import { printable } from './fields.ts';
import { limits } from './limits.ts';
import { pageQuery } from './paging.ts';

/** The query of a searchable list (extension). */
export const searchQuery = z.strictObject({
  ...pageQuery.shape,
  /** Part of a name or of a user's login, case-insensitive. */
  search: z.optional(
    z.string().check(z.maxLength(limits.search, `must be at most ${limits.search} characters`), printable()),
  ),
});

/**
 * What a search compares: names in one normal form, in lower case. Not by a database, whose `lower` only knows its own
 * locale.
 */
export function searchText(...names: readonly string[]): string {
  return names.join('\n').normalize('NFC').toLowerCase();
}
