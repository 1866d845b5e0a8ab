import type { ServiceKind } from '../../../client/kind.ts';
import { storedValue } from '../../lib/stored-value.ts';

/** The kind of the connected service. It's remembered, so that a reload doesn't wait for it. */
export const serviceKind = storedValue<ServiceKind | undefined>('palisade-service', (stored) =>
  stored === 'complete' || stored === 'documented' ? stored : undefined,
);

/** Whether the service is known to be documented. */
export function isDocumented(): boolean {
  return serviceKind.get() === 'documented';
}
