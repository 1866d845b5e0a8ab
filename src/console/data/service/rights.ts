import { ApiError } from '../../../client/errors.ts';
import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import { authenticationQuery } from '../session/queries.ts';
import { holds, useSession } from '../session/use-session.ts';
import { isDocumented } from '../../api/kind.ts';
import { useService } from './use-service.ts';
import { queryClient } from '../../query-client.ts';

const oidc = 'palisade';

/** What the user can read, and whether they can change providers, as far as their roles say. A documented service decides itself. */
function rightsOf(user: AuthenticationResult, documented: boolean) {
  // Users and roles are extensions.
  const access = !documented && holds(user.roles, 'group_admin', 'ro');
  // A documented service names the OIDC feature after itself, so its name is unknown here: both are offered then.
  const isNamed = user.roles.some((role) => role.features.some(({ name }) => name === oidc));
  const unknown = documented && !isNamed;
  return {
    /** The pages that are extensions. */
    extensions: !documented,
    groups: documented || holds(user.roles, 'group', 'ro'),
    providers: unknown || holds(user.roles, oidc, 'ro', documented),
    users: access,
    roles: access,
    editProviders: unknown || holds(user.roles, oidc, 'rw', documented),
  };
}

/** What the user can read and change, as far as is known. */
export function useRights() {
  const { user } = useSession();
  return rightsOf(user, useService().documented);
}

/** The same, for a page's loader. */
export async function loadRights() {
  const user = await queryClient.ensureQueryData(authenticationQuery);
  return { user, ...rightsOf(user, isDocumented()) };
}

/** Rejects a page that changes providers. @throws ApiError with status 403 for users who can't */
export async function requireEditing(): Promise<void> {
  const { editProviders } = await loadRights();
  if (!editProviders) await requireChanging(oidc);
}

/** Rejects a page that reads groups. @throws ApiError with status 403 for users who can't */
export async function requireReading(): Promise<void> {
  const { groups } = await loadRights();
  if (!groups) throw refused('ro', 'group');
}

const refused = (privilege: string, feature: string) =>
  new ApiError('problem', 403, [`requires privilege ${privilege} on feature ${feature}`]);

/**
 * Rejects a page that changes what none of the user's roles lets them change.
 * @throws ApiError with status 403, as the service would respond
 */
export async function requireChanging(feature: string): Promise<void> {
  const { roles } = await queryClient.ensureQueryData(authenticationQuery);
  if (!holds(roles, feature, 'rw', isDocumented())) throw refused('rw', feature);
}
