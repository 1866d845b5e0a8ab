import { useSuspenseQuery } from '@tanstack/react-query';
import { satisfies } from '../../../contract/access/privileges.ts';
import type { Role } from '../../../contract/access/roles.ts';
import { mayCover } from '../access/role-coverage.ts';
import { authenticationQuery } from './queries.ts';

/** The page's session. Only for components below the route that requires one. */
export function useSession() {
  const { data: user } = useSuspenseQuery(authenticationQuery());
  return {
    user,
    /** Whether any of the user's roles grants a privilege on any group. */
    holds: (feature: string, privilege: string) => holds(user.roles, feature, privilege),
    /**
     * Whether one of them grants it on a group. True if invisible groups above may be covered by a role: then the service
     * decides.
     * @param chain paths from the group upwards, as far as they're known
     */
    holdsOn: (feature: string, privilege: string, chain: readonly string[]) =>
      user.roles.some((role) => grants(role, feature, privilege) && mayCover(role.group_resources, chain)),
  };
}

/** Whether any of these roles grants a privilege on any group. */
export function holds(roles: readonly Role[], feature: string, privilege: string): boolean {
  return roles.some((role) => grants(role, feature, privilege));
}

function grants({ features }: Role, feature: string, privilege: string): boolean {
  return features.some((grant) => grant.name === feature && satisfies(grant.privilege, privilege));
}
