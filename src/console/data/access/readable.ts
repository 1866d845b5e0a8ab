import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import type { GatewayInfo } from '../../../contract/gateway.ts';
import { mayUseProviders } from '../oidc/use-can-edit.ts';
import { holds } from '../session/use-session.ts';

/** What the user can read, as far as their roles say. A remote service decides itself. */
export function readable(user: AuthenticationResult, gateway: GatewayInfo | undefined) {
  const access = holds(user.roles, 'group_admin', 'ro');
  return {
    groups: gateway?.mode === 'remote' || holds(user.roles, 'group', 'ro'),
    providers: mayUseProviders(user, gateway, 'ro'),
    users: access,
    roles: access,
  };
}
