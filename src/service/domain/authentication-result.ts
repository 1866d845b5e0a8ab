import type { AuthenticationResult } from '../../contract/authentication.ts';
import { userPath } from '../../contract/users.ts';
import type { Caller } from './caller.ts';
import { groupRecord } from './group-record.ts';
import type { Stores } from './ports.ts';
import { roleRecords } from './role-record.ts';

/** The authentication result of the document, with the `logout` extension. */
export async function authenticationResultOf(stores: Stores, caller: Caller): Promise<AuthenticationResult> {
  const [group, roles] = await Promise.all([
    stores.groups.find(caller.groupId),
    roleRecords(stores, caller, caller.roles),
  ]);
  if (!group) throw new Error(`Group ${caller.groupId} is referred to but missing`);
  return {
    login: caller.login,
    roles,
    group: groupRecord(group),
    user: userPath(caller.userId),
    logout: { method: 'local', post_logout_redirect_uri: '' },
  };
}
