import * as z from 'zod/mini';
import { msg } from '../isolate.ts';

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

/** What people call the features, those first that this API has resources of. A service may have others, called by their names. */
export const featureLabels: ReadonlyMap<string, string> = new Map([
  ['palisade', 'OIDC providers'],
  ['group', 'Groups'],
  ['group_admin', 'Users, roles and keys'],
  ['device', 'Devices'],
  ['mitigation_reporting', 'Mitigation reporting'],
  ['mitigation_config', 'Mitigation configuration'],
  ['limit_resource', 'Resource limits'],
  ['group_routing', 'Group routing'],
  ['zone_routing', 'Zone routing'],
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

/** What people call the privileges. A map, because a service may name one `__proto__`, which exists on every object. */
export const privilegeWords: ReadonlyMap<string, string> = new Map([
  ['rw', 'change'],
  ['ro', 'view'],
]);

/** A grant as people read it: "Groups · change". */
export function grantText({ name, privilege }: FeatureGrant): string {
  return msg`${featureLabels.get(name) ?? name} · ${privilegeWords.get(privilege) ?? privilege}`;
}
