import * as z from 'zod/mini';

/** A text in a page's address; undefined if it's missing or can't be read. */
export const searchText = z.catch(z.optional(z.coerce.string()), undefined);

/** What a page keeps in its address as texts. */
export const searchTexts = <Name extends string>(...names: Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, searchText])) as Record<Name, typeof searchText>);

/** What every list keeps in its page's address, and its filters. */
export const listTexts = <Filter extends string>(...filters: Filter[]) =>
  searchTexts<Filter | 'q' | 'sort'>('q', 'sort', ...filters);
