import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import type { Role } from '../../../contract/access/roles.ts';

/**
 * Fills in what a service leaves out of its authentication result: the document says that `GET /authentication` returns
 * the current user's roles, and does not show the rest.
 * @param body as it came: the result, an object with the roles, or the roles alone
 */
export function completed(body: unknown): AuthenticationResult {
  const given: Partial<AuthenticationResult> = Array.isArray(body)
    ? { roles: body }
    : typeof body === 'object' && body !== null
      ? body
      : {};
  const roles: Partial<Role>[] = Array.isArray(given.roles) ? given.roles : [];
  const group = { name: '', group_resource: '', ...given.group };
  const empty = { login: '', user: '', ...given, group };
  const complete = roles.map((role) => ({
    name: '',
    description: '',
    role_resource: '',
    users: [],
    group_resources: [],
    ...role,
    features: Array.isArray(role.features) ? role.features : [],
  }));
  // A group or an `admin_group` that was left out stays without its paths, which nobody asks for then.
  return { ...empty, roles: complete } as AuthenticationResult;
}
