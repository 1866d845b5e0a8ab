import { queryOptions } from '@tanstack/react-query';
import { rawCall } from '../../api/raw-call.ts';
import { ApiError } from '../../api/errors.ts';
import { readDescription, type Description, type Operation } from './description.ts';
import { addressOf, type Values } from './request.ts';

/** A description, and why it is not the service's own where it is not. */
export interface FoundDescription {
  description: Description;
  note: string | undefined;
}

type Json = Record<string, unknown>;

/** What the service says of itself, else the contract that the console is built on. */
export function descriptionQuery() {
  return queryOptions({
    queryKey: ['api-description'],
    queryFn: async ({ signal }): Promise<FoundDescription> => {
      const own = await fetchDescription('/api/openapi.json', signal);
      if (own.description) return { description: own.description, note: undefined };
      const built = await fetchDescription('/-/openapi.json', signal);
      if (!built.description)
        throw new ApiError('not-the-api', built.status, ['The gateway does not tell its contract']);
      return {
        description: built.description,
        note: `The service does not describe itself (status ${own.status}). This is the contract that the console is built on: the service may lack the extensions.`,
      };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function fetchDescription(address: string, signal: AbortSignal) {
  const called = { method: 'GET', path: address, summary: 'The description of the API' };
  const { status, text } = await rawCall({ called, address, signal });
  try {
    return { status, description: status === 200 ? readDescription(JSON.parse(text)) : undefined };
  } catch {
    return { status, description: undefined };
  }
}

/**
 * A record of the collection that an operation is about, as the service has it now; null where there is none that this
 * user may see. Not the first of several: the first group is the Default group, of which little can be changed.
 */
export function realRecordQuery(collection: Operation | undefined) {
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

/** What a read answers now, as text; null where it does not answer 200. */
export function realAnswerQuery(operation: Operation, values: Values) {
  const address = addressOf(operation, values);
  return queryOptions({
    queryKey: ['api-docs', 'answer', address],
    queryFn: async ({ signal }): Promise<unknown> => {
      const { status, text } = await rawCall({ called: operation, address, signal });
      return status === 200 ? (JSON.parse(text) as unknown) : null;
    },
    staleTime: 60_000,
    retry: false,
  });
}
