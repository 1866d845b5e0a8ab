import type { Endpoint } from '../../../contract/endpoint.ts';
import { serviceHeader } from '../../../contract/gateway.ts';
import type { Received } from '../../api/exchange.ts';
import { createStore } from '../../lib/store.ts';

/**
 * A service is complete if it's Palisade's own: it has every extension and returns whole records. Any other one is documented:
 * it offers what docs/api.md states, without extensions (docs/decisions.md, "What a service offers").
 */
export type ServiceKind = 'complete' | 'documented';

/** Undefined until the first response after sign-in shows it. */
export const serviceKind = createStore<ServiceKind | undefined>(undefined);

/** Decides the kind of the service, by the response to a request for its session. */
export function noteKind({ path }: Endpoint, { headers }: Received['response']): void {
  const isComplete = (headers.get(serviceHeader) ?? 'documented') !== 'documented';
  if (path === '/authentication') serviceKind.set(isComplete ? 'complete' : 'documented');
}

/** Whether the service is known to be documented. */
export function isDocumented(): boolean {
  return serviceKind.get() === 'documented';
}
