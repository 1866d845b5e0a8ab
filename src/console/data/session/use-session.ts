import { useSuspenseQuery } from '@tanstack/react-query';
import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import { defaultGroupId, groupPath } from '../../../contract/groups/groups.ts';
import { coveringGroup } from '../../../contract/access/coverage.ts';
import { satisfies } from '../../../contract/access/privileges.ts';
import type { Role } from '../../../contract/access/roles.ts';
import { authenticationQuery } from './queries.ts';

/** The signed-in user, and whether any of their roles grants a privilege on any group. */
export interface Session {
  user: AuthenticationResult;
  holds(feature: string, privilege: string): boolean;
  /**
   * Whether one of them grants it on a group. True if invisible groups above may be covered by a role: then the service
   * decides.
   * @param chain paths from the group upwards, as far as they're known
   */
  holdsOn(feature: string, privilege: string, chain: readonly string[]): boolean;
}

/** The page's session. Only for components below the route that requires one. */
export function useSession(): Session {
  const { data: user } = useSuspenseQuery(authenticationQuery());
  return {
    user,
    holds: (feature, privilege) => user.roles.some((role) => grants(role, feature, privilege)),
    holdsOn: (feature, privilege, chain) =>
      user.roles.some((role) => grants(role, feature, privilege) && mayCover(role, chain)),
  };
}

function grants({ features }: Role, feature: string, privilege: string): boolean {
  return features.some((grant) => grant.name === feature && satisfies(grant.privilege, privilege));
}

/** Whether a role applies to a group, or may apply through groups above that aren't visible. */
export function mayCover(
  { group_resources: applied }: Pick<Role, 'group_resources'>,
  chain: readonly string[],
): boolean {
  if (coveringGroup(applied, chain) !== undefined) return true;
  // The API doesn't say what a role without groups applies to.
  return chain.at(-1) !== groupPath(defaultGroupId) || applied.length === 0;
}
