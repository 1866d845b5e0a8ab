import type { AccessRole } from '../console/data/access/model.ts';
import type { HoldsOn } from '../console/data/access/privileges.ts';
import { holds } from '../console/data/session/use-session.ts';

/** A role with these privileges on these groups. */
export function role(name: string, grants: Record<string, string>, groups: string[]): AccessRole {
  return {
    path: `/roles/${name}`,
    name,
    description: '',
    grants: Object.entries(grants).map(([feature, privilege]) => ({ name: feature, privilege })),
    groups,
    administrator: '/groups/0',
  };
}

// Default 0 > EMEA 1 > Acme 2; Default 0 > Americas 3.
const parents: Record<string, string> = {
  '/groups/2': '/groups/1',
  '/groups/1': '/groups/0',
  '/groups/3': '/groups/0',
};

/** A group and those above it. */
export function chainOf(path: string) {
  const paths = [path];
  for (let above = parents[path]; above !== undefined; above = parents[above]) paths.push(above);
  return { paths, complete: true };
}

/** What someone with these roles holds in the embedded service. */
export const holding =
  (...roles: AccessRole[]): HoldsOn =>
  (feature, privilege, chain) =>
    holds(
      roles.map(({ grants, groups }) => ({ features: [...grants], group_resources: [...groups] })),
      feature,
      privilege,
      false,
      chain,
    );
