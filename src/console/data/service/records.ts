import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import type { Role } from '../../../contract/access/roles.ts';
import { recordPath } from './record-paths.ts';
import { unexpected, unwrapped } from './response-body.ts';

/**
 * Fills in what a service omits from its authentication result: the API says that `GET /authentication` returns the
 * current user's roles, and doesn't show the rest.
 * @param body the response body: the result, an object with the roles, or just the roles, perhaps wrapped in `data`
 * @throws ApiError if it has neither roles nor a user
 */
export function withDefaults(body: unknown): AuthenticationResult {
  const given = resultIn(body) ?? resultIn(unwrapped(body));
  if (!given) throw unexpected('an authentication result', 'roles', body);
  const roles: Partial<Role>[] = Array.isArray(given.roles) ? given.roles : [];
  const group = { name: '', group_resource: '', ...given.group };
  const user = typeof given.user === 'string' ? recordPath('users', given.user) : '';
  const empty = { login: '', ...given, user, group };
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

function resultIn(body: unknown): Partial<AuthenticationResult> | undefined {
  if (Array.isArray(body)) return { roles: body };
  const result: Partial<AuthenticationResult> = { ...Object(body) };
  return Array.isArray(result.roles) || result.login || result.user ? result : undefined;
}
