import type { ServiceKind } from '../../../client/kind.ts';
import { createStore } from '../../lib/store.ts';

/** The kind of the connected service. */
export const serviceKind = createStore<ServiceKind | undefined>(undefined);

/** Whether the service is known to be documented. */
export function isDocumented(): boolean {
  return serviceKind.get() === 'documented';
}
