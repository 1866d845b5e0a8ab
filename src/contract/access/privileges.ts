import * as z from 'zod/mini';

/** The document's feature names; the one "named after the service itself" is `palisade`. */
export const features = [
  'device',
  'palisade',
  'mitigation_reporting',
  'mitigation_config',
  'limit_resource',
  'group_routing',
  'zone_routing',
  'group',
  'group_admin',
] as const;
export type Feature = (typeof features)[number];

/** `rw` is the document's, `ro` is ours. Weakest first. */
export const privileges = ['ro', 'rw'] as const;
export type Privilege = (typeof privileges)[number];

/** A feature and the least privilege on it that an action needs. */
export interface Need {
  feature: Feature;
  privilege: Privilege;
}

/**
 * Whether one privilege satisfies another: `rw` includes `ro`.
 * @param held what a role grants; a value that we do not know satisfies only itself
 */
export function satisfies(held: string | undefined, needed: string): boolean {
  return held === needed || (held === 'rw' && needed === 'ro');
}

/** A feature as a role grants it. Open strings: a remote service may know features that we do not. */
export const featureGrant = z.object({ name: z.string(), privilege: z.string() });
export type FeatureGrant = z.infer<typeof featureGrant>;
