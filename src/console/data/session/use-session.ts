import { useSuspenseQuery } from '@tanstack/react-query';
import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import { defaultGroupId, groupPath } from '../../../contract/groups/groups.ts';
import { coveringGroup } from '../../../contract/access/coverage.ts';
import { satisfies } from '../../../contract/access/privileges.ts';
import type { Role } from '../../../contract/access/roles.ts';
import { authenticationQuery } from './queries.ts';

/** The signed-in user, and whether any of their roles grants a privilege somewhere. */
export interface Session {
  user: AuthenticationResult;
  holds(feature: string, privilege: string): boolean;
  /**
   * Whether one of them grants it on a group. Where groups above it cannot be seen, a role on another group may be one
   * on those: then the service is to decide.
   * @param chain paths from the group upwards, as far as they are known
   */
  holdsOn(feature: string, privilege: string, chain: readonly string[]): boolean;
}

/** The session of the page; below the route that has made sure of it. */
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

/** Whether a role covers a group, or may do so through groups above that aren't visible. */
export function mayCover(
  { group_resources: applied }: Pick<Role, 'group_resources'>,
  chain: readonly string[],
): boolean {
  if (coveringGroup(applied, chain) !== undefined) return true;
  // The API doesn't say what a role without groups applies to.
  return chain.at(-1) !== groupPath(defaultGroupId) || applied.length === 0;
}
