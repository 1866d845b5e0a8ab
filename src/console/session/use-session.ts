import { useSuspenseQuery } from '@tanstack/react-query';
import type { AuthenticationResult } from '../../contract/authentication.ts';
import { satisfies } from '../../contract/privileges.ts';
import { authenticationQuery } from './queries.ts';

/** The signed-in user, and whether any of their roles grants a privilege somewhere. */
export interface Session {
  user: AuthenticationResult;
  holds(feature: string, privilege: string): boolean;
}

/** The session of the page; below the route that has made sure of it. */
export function useSession(): Session {
  const { data: user } = useSuspenseQuery(authenticationQuery());
  return {
    user,
    holds: (feature, privilege) =>
      user.roles.some((role) =>
        role.features.some((grant) => grant.name === feature && satisfies(grant.privilege, privilege)),
      ),
  };
}
