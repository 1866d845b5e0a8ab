import { useStore } from '../../lib/store.ts';
import { serviceKind } from '../../api/kind.ts';
import { lackedFeatures } from '../../api/exchange.ts';
import type { Feature } from '../../../client/features.ts';

/** What documented services offer, or the gateway does. Everything else is an extension. */
const documentedFeatures: readonly Feature[] = ['OIDC providers', 'provider metadata', 'the Lab'];

/** What the connected service can do, as far as is known. */
export function useService() {
  const kind = useStore(serviceKind);
  const lacked = useStore(lackedFeatures);
  const documented = kind === 'documented';
  return {
    /** Whether it's a complete service, whose rules the console knows. It doesn't predict what a documented one will do. */
    complete: kind === 'complete',
    /** Whether it's a documented one. Neither, until that's known. */
    documented,
    offers: (feature: Feature) =>
      !lacked.has(feature) && !(documented && !documentedFeatures.includes(feature)),
  };
}
