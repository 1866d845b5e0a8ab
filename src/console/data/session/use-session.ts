import { useSuspenseQuery } from '@tanstack/react-query';
import { satisfies } from '../../../contract/access/privileges.ts';
import type { Role } from '../../../contract/access/roles.ts';
import { mayCover } from './role-coverage.ts';
import { useStore } from '../../lib/store.ts';
import { serviceKind } from '../../api/kind.ts';
import { authenticationQuery } from './queries.ts';

/** The page's session. Only for components below the route that requires one. */
export function useSession() {
  const { data: user } = useSuspenseQuery(authenticationQuery);
  const isDocumented = useStore(serviceKind) === 'documented';
  return {
    user,
    /** Whether any of the user's roles grants a privilege on any group. */
    holds: (feature: string, privilege: string) => holds(user.roles, feature, privilege, isDocumented),
    /**
     * Whether one of them grants it on a group. True if invisible groups above may be covered by a role: then the service
     * decides.
     * @param chain paths from the group upwards, as far as they're known
     */
    holdsOn: (feature: string, privilege: string, chain: readonly string[]) =>
      holds(user.roles, feature, privilege, isDocumented, chain),
  };
}

type GrantingRole = Pick<Role, 'features' | 'group_resources'>;

/**
 * Whether any of these roles grants a privilege.
 * @param isDocumented whether it's a documented service. What its roles mean isn't known unless they grant `ro` or `rw`: then the
 *   service decides
 * @param chain as of `holdsOn`; any group by default
 */
export function holds(
  roles: readonly GrantingRole[],
  feature: string,
  privilege: string,
  isDocumented = false,
  chain?: readonly string[],
): boolean {
  if (isDocumented && roles.length === 0) return true;
  return roles.some(
    (role) =>
      grants(role, feature, privilege, isDocumented) &&
      (!chain || mayCover(role.group_resources, chain, isDocumented)),
  );
}

function grants(
  { features }: GrantingRole,
  feature: string,
  privilege: string,
  isDocumented: boolean,
): boolean {
  if (isDocumented && features.length === 0) return true;
  return features.some(
    ({ name, privilege: held }) =>
      name === feature && (satisfies(held, privilege) || (isDocumented && held !== 'ro')),
  );
}
