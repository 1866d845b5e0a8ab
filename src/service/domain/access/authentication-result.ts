import type { AuthenticationResult, Logout } from '../../../contract/access/authentication.ts';
import { userPath } from '../../../contract/access/users.ts';
import type { Acting } from './caller.ts';
import { groupRecord } from '../groups/group-record.ts';
import { roleRecords } from './role-record.ts';

export async function toAuthenticationResult(acting: Acting): Promise<AuthenticationResult> {
  const { stores, caller } = acting;
  const group = await stores.groups.find(caller.groupId);
  const roles = await roleRecords(acting, caller.roles);
  if (!group) throw new Error(`Group ${caller.groupId} is referenced but doesn't exist`);
  return {
    login: caller.login,
    roles,
    group: groupRecord(group),
    user: userPath(caller.userId),
    logout: await logoutOf(acting),
  };
}

/** How the session can be ended: as the provider's configuration says; always, for a password sign-in. */
export async function logoutOf({ stores, caller }: Acting): Promise<Logout> {
  const oidcOp = caller.oidcOpId == null ? undefined : await stores.oidcOps.find(caller.oidcOpId);
  if (!oidcOp) return { method: 'local', post_logout_redirect_uri: '' };
  const { logout_method, post_logout_redirect_uri } = oidcOp;
  return { method: logout_method === 'local' ? 'local' : 'none', post_logout_redirect_uri };
}
