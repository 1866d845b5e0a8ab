import * as z from 'zod/mini';

/** The API's feature names; the one "named after the service itself" is `palisade`. */
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

/** What a feature gives access to in the API. The others concern what this API doesn't contain. */
export const featureMeanings: ReadonlyMap<string, string> = new Map([
  ['palisade', 'OIDC providers'],
  ['group', 'groups'],
  ['group_admin', 'users, roles and API keys'],
]);

/** `rw` is the API's, `ro` is an extension. Weakest first. */
export const privileges = ['ro', 'rw'] as const;
export type Privilege = (typeof privileges)[number];

export interface RequiredPrivilege {
  feature: Feature;
  privilege: Privilege;
}

/**
 * Whether one privilege satisfies another: `rw` includes `ro`.
 * @param held what a role grants; an unknown value satisfies only itself
 */
export function satisfies(held: string | undefined, needed: string): boolean {
  return held === needed || (held === 'rw' && needed === 'ro');
}

/** A feature that a role grants. Plain strings: a remote service may have features that we don't know. */
export const featureGrant = z.object({ name: z.string(), privilege: z.string() });
export type FeatureGrant = z.infer<typeof featureGrant>;
