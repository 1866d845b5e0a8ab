import { queryOptions } from '@tanstack/react-query';
import { rawCall } from '../../api/raw-call.ts';
import { ApiError } from '../../api/errors.ts';
import { readDescription, type Operation } from './description.ts';
import { addressOf, type Values } from './request.ts';

type Json = Record<string, unknown>;

/** The service's own description, else the contract that the console is built on, with a note. */
export function descriptionQuery() {
  return queryOptions({
    queryKey: ['api-description'],
    queryFn: async ({ signal }) => {
      const own = await fetchDescription('/api/openapi.json', signal);
      if (own.description) return { description: own.description, note: undefined };
      const built = await fetchDescription('/-/openapi.json', signal);
      if (!built.description)
        throw new ApiError('not-the-api', built.status, ["The gateway doesn't serve its API description"]);
      return {
        description: built.description,
        note: `This service has no API description (status ${own.status}). This is the API that the console is built for. The service may lack the extensions.`,
      };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function fetchDescription(address: string, signal: AbortSignal) {
  const called = { method: 'GET', path: address, summary: 'API description' };
  const { status, text } = await rawCall({ called, address, signal });
  try {
    return { status, description: status === 200 ? readDescription(JSON.parse(text)) : undefined };
  } catch {
    return { status, description: undefined };
  }
}

/**
 * A current record of the operation's collection; null if none is visible to this user. Prefers the second record: the
 * first group is the Default group, which has few editable fields.
 */
export function currentRecordQuery(collection: Operation | undefined) {
  return queryOptions({
    queryKey: ['api-docs', 'record', collection?.path],
    queryFn: async ({ signal }): Promise<Json | null> => {
      if (!collection) return null;
      const takesLimit = collection.parameters.some(({ name }) => name === 'limit');
      const address = addressOf(collection, new Map(takesLimit ? [['limit', '2']] : []));
      const { status, text } = await rawCall({ called: collection, address, signal });
      if (status !== 200) return null;
      const { data } = JSON.parse(text) as { data?: Json[] };
      return data?.[1] ?? data?.[0] ?? null;
    },
    staleTime: 60_000,
    retry: false,
  });
}

/** The current response of a read; null unless its status is 200. */
export function currentResponseQuery(operation: Operation, values: Values) {
  const address = addressOf(operation, values);
  return queryOptions({
    queryKey: ['api-docs', 'response', address],
    queryFn: async ({ signal }): Promise<unknown> => {
      const { status, text } = await rawCall({ called: operation, address, signal });
      return status === 200 ? (JSON.parse(text) as unknown) : null;
    },
    staleTime: 60_000,
    retry: false,
  });
}
