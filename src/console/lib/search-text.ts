import * as z from 'zod/mini';

/** A text in a page's address; undefined if it's missing or can't be read. */
export const searchText = z.catch(z.optional(z.coerce.string()), undefined);

/** What every list keeps in its page's address, besides its filters. */
export const listSearch = { q: searchText, sort: searchText };
