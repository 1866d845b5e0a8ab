import { useSuspenseQuery, type QueryKey, type UseSuspenseQueryOptions } from '@tanstack/react-query';
import { isStatus } from '../../client/errors.ts';
import { useHasUnsavedChanges } from '../lib/unsaved-changes.ts';

/**
 * Whether a page's record no longer exists, which may be noticed after it was loaded. Throwing `notFound` while rendering
 * isn't safe then: if the router is about to leave the page, no route catches it. Unsaved changes keep the page: saving
 * them says that it no longer exists.
 */
export function useIsGone<Data, Key extends QueryKey>(
  query: UseSuspenseQueryOptions<Data, Error, Data, Key>,
): boolean {
  const isMissing = isStatus(useSuspenseQuery(query).error, 404);
  return !useHasUnsavedChanges() && isMissing;
}
