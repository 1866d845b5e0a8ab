import { ApiError } from '../../api/errors.ts';
import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import { authenticationQuery, gatewayQuery } from '../session/queries.ts';
import { holds, useSession } from '../session/use-session.ts';
import { useService } from './use-service.ts';
import { queryClient } from '../../query-client.ts';

const oidc = 'palisade';

/** What the user can read, and whether they can change providers, as far as their roles say. A remote service decides itself. */
function rightsOf(user: AuthenticationResult, isRemote: boolean) {
  const access = holds(user.roles, 'group_admin', 'ro', isRemote);
  // A remote service names the OIDC feature after itself, so its name is unknown here: both are offered then.
  const isNamed = user.roles.some((role) => role.features.some(({ name }) => name === oidc));
  const unknown = isRemote && !isNamed;
  return {
    groups: isRemote || holds(user.roles, 'group', 'ro'),
    providers: unknown || holds(user.roles, oidc, 'ro', isRemote),
    users: access,
    roles: access,
    editProviders: unknown || holds(user.roles, oidc, 'rw', isRemote),
  };
}

/** What the user can read and change, as far as is known. */
export function useRights() {
  const { user } = useSession();
  return rightsOf(user, useService().remote);
}

/** The same, for a page's loader. */
export async function loadRights() {
  const [user, { mode }] = await sessionOf();
  return { user, ...rightsOf(user, mode === 'remote') };
}

/** Rejects a page that changes providers. @throws ApiError with status 403 for users who can't */
export async function requireEditing(): Promise<void> {
  const { editProviders } = await loadRights();
  if (!editProviders) await requireChanging(oidc);
}

/**
 * Rejects a page that changes what none of the user's roles lets them change.
 * @throws ApiError with status 403, as the service would respond
 */
export async function requireChanging(feature: string): Promise<void> {
  const [{ roles }, { mode }] = await sessionOf();
  if (!holds(roles, feature, 'rw', mode === 'remote'))
    throw new ApiError('problem', 403, [`requires privilege rw on feature ${feature}`]);
}

function sessionOf() {
  return Promise.all([
    queryClient.ensureQueryData(authenticationQuery),
    queryClient.ensureQueryData(gatewayQuery),
  ]);
}
