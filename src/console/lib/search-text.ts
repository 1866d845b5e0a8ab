import * as z from 'zod/mini';

/** A text in a page's address; undefined if it's missing or can't be read. */
export const searchText = z.catch(z.optional(z.coerce.string()), undefined);
