import { useStore } from '../../lib/store.ts';
import { lackedFeatures, serviceMode, type Feature } from './traits.ts';

/** What the connected service can do. */
export interface Traits {
  /** Whether it's the embedded service, whose rules the console knows. It doesn't predict what a remote one will do. */
  embedded: boolean;
  /** Whether it's a remote one. Neither, until that's known. */
  remote: boolean;
  /** Whether it offers a feature, as far as is known. */
  offers(feature: Feature): boolean;
}

/** What the connected service can do, as far as is known. */
export function useService(): Traits {
  const mode = useStore(serviceMode);
  const lacked = useStore(lackedFeatures);
  return {
    embedded: mode === 'embedded',
    remote: mode === 'remote',
    offers: (feature) => !lacked.has(feature),
  };
}
