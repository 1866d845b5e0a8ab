import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import type { Role } from '../../../contract/access/roles.ts';

/**
 * Fills in what a service omits from its authentication result: the API says that `GET /authentication` returns the
 * current user's roles, and doesn't show the rest.
 * @param body the response body: the result, an object with the roles, or just the roles
 */
export function withDefaults(body: unknown): AuthenticationResult {
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
    ...(Array.isArray(role.group_resources) ? {} : { groupsUnknown: true }),
    ...role,
    features: Array.isArray(role.features) ? role.features : [],
  }));
  // An omitted group or `admin_group` has no paths, which no code reads then.
  return { ...empty, roles: complete } as AuthenticationResult;
}
