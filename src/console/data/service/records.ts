import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import { blankRoleTexts, type ListedRole, type Role } from '../../../contract/access/roles.ts';
import type { ListedUser, User } from '../../../contract/access/users.ts';
import { visibleName } from '../../../contract/isolate.ts';
import { recordPath } from './record-paths.ts';
import { unexpected, unwrapped } from './response-body.ts';

/** A user as pages read it. Whether there's a password stays unknown if the service doesn't report it. */
export type CompleteUser = User & {
  /** Set if the service doesn't report the user's roles. */
  rolesUnknown?: true;
};

/** A role as pages read it. */
export type CompleteRole = Role & {
  /** Set if the service doesn't report which groups the role applies to. */
  groupsUnknown?: true;
  /** Set if the service doesn't report which users have the role. */
  usersUnknown?: true;
};

/** Completes a user. @param path if the service doesn't report it */
export function completeUser(user: ListedUser, path = user.user_resource ?? ''): CompleteUser {
  const complete = fillRecord(user, {
    login: path,
    display_name: '',
    user_resource: path,
    group_resource: '',
    role_resources: [],
    created_at: '',
    last_sign_in_at: '',
    last_sign_in_via: '',
  });
  // As the type says.
  return {
    ...complete,
    login: visibleName(complete.login, path),
    ...(Array.isArray(user.role_resources) ? {} : { rolesUnknown: true }),
  } as CompleteUser;
}

/** Completes a role. @param path if the service doesn't report it */
export function completeRole(role: ListedRole, path = role.role_resource ?? ''): CompleteRole {
  const complete = fillRecord(role, {
    ...blankRoleTexts,
    name: path,
    features: [],
    role_resource: path,
    users: [],
    group_resources: [],
  });
  const group = fillRecord(Object(role.admin_group) as Partial<Role['admin_group']>, {
    name: '',
    group_resource: '',
  }) as Role['admin_group'];
  return {
    ...complete,
    name: visibleName(complete.name, path),
    admin_group: { ...group, name: group.name && visibleName(group.name, group.group_resource) },
    ...(Array.isArray(role.group_resources) ? {} : { groupsUnknown: true }),
    ...(Array.isArray(role.users) ? {} : { usersUnknown: true }),
  };
}

/**
 * Completes an authentication result: the API says that `GET /authentication` returns the current user's roles, and doesn't
 * show the rest.
 * @param body the response body: the result, an object with the roles, or just the roles, perhaps wrapped in `data`
 * @throws ApiError if it has neither roles nor a user
 */
export function withDefaults(body: unknown): AuthenticationResult {
  const given = resultIn(body) ?? resultIn(unwrapped(body));
  if (!given) throw unexpected('an authentication result', 'roles', body);
  const roles = Array.isArray(given.roles) ? given.roles : [];
  const user = typeof given.user === 'string' ? recordPath('users', given.user) : '';
  // A group's description isn't read from here.
  const group = { name: '', group_resource: '', ...given.group } as AuthenticationResult['group'];
  return { login: '', ...given, user, group, roles: roles.map((role) => completeRole(role)) };
}

function resultIn(body: unknown): Partial<AuthenticationResult> | undefined {
  if (Array.isArray(body)) return { roles: body };
  const result: Partial<AuthenticationResult> = { ...Object(body) };
  return Array.isArray(result.roles) || result.login || result.user ? result : undefined;
}

/**
 * Fills in what a page reads but a service omits or returns with another type, so that the page keeps working. The
 * contract watch reports such fields.
 */
function fillRecord<Item extends object, Filled extends object>(record: Item, empty: Filled): Item & Filled {
  const given = new Map<string, unknown>(Object.entries(record));
  const missing = Object.entries(empty).filter(([name, value]) => kindOf(given.get(name)) !== kindOf(value));
  // Complete by construction.
  return { ...record, ...Object.fromEntries(missing) } as Item & Filled;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
