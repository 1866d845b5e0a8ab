import { useSuspenseQuery, type QueryKey, type UseSuspenseQueryOptions } from '@tanstack/react-query';
import { isStatus } from '../api/errors.ts';

/**
 * Whether a page's record no longer exists, which may be noticed after it was loaded. Throwing `notFound` while rendering
 * isn't safe then: if the router is about to leave the page, no route catches it.
 */
export function useIsGone<Data, Key extends QueryKey>(
  query: UseSuspenseQueryOptions<Data, Error, Data, Key>,
): boolean {
  return isStatus(useSuspenseQuery(query).error, 404);
}
