import * as z from 'zod/mini';

/** A text in a page's address; undefined if it's missing or can't be read. */
export const searchText = z.catch(z.optional(z.coerce.string()), undefined);

/** What a page keeps in its address as texts. */
export const searchTexts = <Name extends string>(...names: Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, searchText])) as Record<Name, typeof searchText>);

/** What an import keeps in its address: the ID of the group that it's below. */
export const importSearch = z.object({
  below: z.catch(z.optional(z.coerce.number().check(z.int(), z.nonnegative())), undefined),
});

/** What every list keeps in its page's address, and its filters. */
export const listTexts = <Filter extends string>(...filters: Filter[]) =>
  searchTexts<Filter | 'q' | 'sort'>('q', 'sort', ...filters);
