import type { Endpoint, ResponseOf } from '../../../contract/endpoint.ts';
import { createClient } from '../../../client/client.ts';
import type { CallInput } from '../../../client/request.ts';
import { send } from '../../api/exchange.ts';
import { isDocumented, knownKind } from './kind.ts';
import { learnFrom } from './traits.ts';

const client = createClient({ exchange: send, kind: knownKind });

/**
 * Calls the connected service, and learns from the response what it can do.
 * @throws ApiError as `createClient` says
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<ResponseOf<E>> {
  try {
    const response = await client(endpoint, input);
    learnFrom(endpoint);
    return response;
  } catch (error) {
    // Extensions are known to be lacking.
    if (!(endpoint.extension && isDocumented())) learnFrom(endpoint, error);
    throw error;
  }
}
