import type { KnownKind, ServiceKind } from '../../client/kind.ts';
import { createStore } from '../lib/store.ts';
import { readStored, writeStored } from '../lib/stored-value.ts';

/** The kind of the connected service. */
export const serviceKind = createStore<ServiceKind | undefined>(undefined);

const storedAs = 'palisade-service';

/** Remembers the kind, so that a reload doesn't wait for it. Nothing is refused or left out because of what's remembered. */
export const knownKind: KnownKind = {
  get: () => serviceKind.get(),
  set: (kind) => {
    serviceKind.set(kind);
    writeStored(storedAs, kind);
  },
  isExpected: () => readStored(storedAs) === 'complete',
};

/** Whether the service is known to be documented. */
export function isDocumented(): boolean {
  return serviceKind.get() === 'documented';
}
