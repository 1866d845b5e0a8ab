import { useSuspenseQuery, type QueryKey, type UseSuspenseQueryOptions } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { isStatus } from '../api/errors.ts';

/** The record that a page shows. Once it no longer exists, the route's not-found page replaces the page. */
export function useRecord<Data, Key extends QueryKey>(
  query: UseSuspenseQueryOptions<Data, Error, Data, Key>,
): Data {
  const { data, error } = useSuspenseQuery(query);
  if (isStatus(error, 404)) throw notFound();
  return data;
}
