import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/errors.ts';
import { authenticationQuery } from './queries.ts';
import { holds } from './use-session.ts';

/**
 * Rejects a page that needs a privilege which none of the user's roles grants.
 * @throws ApiError with status 403, as the service would respond
 */
export async function requirePrivilege(
  queryClient: QueryClient,
  feature: string,
  privilege: string,
): Promise<void> {
  const { roles } = await queryClient.ensureQueryData(authenticationQuery());
  if (!holds(roles, feature, privilege))
    throw new ApiError('problem', 403, [`requires privilege ${privilege} on feature ${feature}`]);
}
