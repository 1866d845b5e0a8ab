import type { Endpoint } from '../../../contract/endpoint.ts';
import { isNotOffered } from '../../../client/errors.ts';
import { featureOf, type Feature } from '../../../client/features.ts';
import { createStore } from '../../lib/store.ts';

/** What the service lacks, as far as its responses have shown. It may change: the Lab simulates older services. */
export const lackedFeatures = createStore<ReadonlySet<Feature>>(new Set());

/** Learns from a response, or the error that a call failed with, whether the service offers what was requested. */
export function learnFrom(endpoint: Endpoint, error?: unknown): void {
  const feature = featureOf(endpoint);
  const isLacked = isNotOffered(error);
  const known = lackedFeatures.get();
  if (!feature || (error && !isLacked) || known.has(feature) === isLacked) return;
  const others = [...known].filter((other) => other !== feature);
  lackedFeatures.set(new Set(isLacked ? [...others, feature] : others));
}
