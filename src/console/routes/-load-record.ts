import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { isStatus } from '../api/errors.ts';

/** Loads what a page shows. A 404 leads to the route's not-found page. */
export async function loadRecord<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: Parameters<typeof queryClient.ensureQueryData<Data, Error, Data, Key>>[0],
): Promise<Data> {
  try {
    return await queryClient.ensureQueryData(query);
  } catch (error) {
    if (isStatus(error, 404)) throw notFound();
    throw error;
  }
}

/** The text that a list is searched for, as in the URL. It isn't one of the loader's dependencies: see `shouldReload`. */
export function listSearch({ search }: { search: object }): string {
  return 'q' in search && typeof search.q === 'string' ? search.q : '';
}
