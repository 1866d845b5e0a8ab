import type { QueryKey } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { isNotOffered, isStatus } from '../../client/errors.ts';
import { ifAsked } from '../api/retries.ts';
import { queryClient } from '../query-client.ts';

type Query<Data, Key extends QueryKey> = Parameters<
  typeof queryClient.ensureQueryData<Data, Error, Data, Key>
>[0];

/**
 * Loads what a page shows. A 404 leads to the route's not-found page.
 * @param whyMissing called first, if there are better explanations
 */
export async function loadRecord<Data, Key extends QueryKey>(
  query: Query<Data, Key>,
  whyMissing?: () => Promise<void>,
): Promise<Data> {
  try {
    return await queryClient.ensureQueryData(query);
  } catch (error) {
    if (!isStatus(error, 404)) throw error;
    await whyMissing?.();
    throw notFound();
  }
}

/** Loads what a page shows beside its record, or takes it from the cache. Its errors are the section's. */
export function loadSection<Data, Key extends QueryKey>(query: Query<Data, Key>): Promise<unknown> {
  return queryClient.ensureQueryData({ ...query, revalidateIfStale: true }).catch(() => undefined);
}

/** Waits for a page's sections, so that they appear with its record, unless they take much longer. */
export async function briefly(...sections: unknown[]): Promise<void> {
  const late = new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
  await Promise.race([Promise.all(sections), late]);
}

/** Leaves a provider's page for their list, which says so if the service doesn't offer any. */
export async function requireOffered<Data, Key extends QueryKey>(list: Query<Data, Key>): Promise<void> {
  try {
    await queryClient.ensureQueryData({ ...list, ...ifAsked });
  } catch (error) {
    if (isNotOffered(error)) throw redirect({ to: '/oidc', replace: true });
  }
}

/** The text that a list is searched for, or a filter's, as in the URL. It isn't one of the loader's dependencies: see `shouldReload`. */
export function listSearch({ search }: { search: object }, name = 'q'): string {
  const text = new Map<string, unknown>(Object.entries(search)).get(name);
  return typeof text === 'string' ? text : '';
}
