import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import { blankRoleTexts, type ListedRole, type Role } from '../../../contract/access/roles.ts';
import type { ListedUser, User } from '../../../contract/access/users.ts';
import type { Group } from '../../../contract/groups/groups.ts';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import { visibleName } from '../../../contract/isolate.ts';
import { recordPath } from './record-paths.ts';
import { unexpected, unwrapped } from './response-body.ts';

/** A record whose missing fields were filled in. */
export interface Completed {
  /** The fields that were filled in because the service doesn't report them, if any. */
  unreported?: readonly string[];
}

/** How pages show a field that the service doesn't report. */
export const notReported = 'not reported';

/** A user as pages read it. Whether there's a password stays unknown if the service doesn't report it. */
export type CompleteUser = User & Completed;

/** A role as pages read it. */
export type CompleteRole = Role & Completed;

/** Whether a field has what the service reports, so that an empty one means none. */
export function isReported<Item extends Completed>(record: Item, field: keyof Item & string): boolean {
  return !record.unreported?.includes(field);
}

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
  const roles = complete.role_resources.filter(isText);
  // As the type says.
  return {
    ...complete,
    login: visibleName(complete.login, path),
    role_resources: roles,
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
  return {
    ...complete,
    name: visibleName(complete.name, path),
    features: complete.features.filter((grant) => isText(grant?.name) && isText(grant.privilege)),
    users: complete.users.filter(isText),
    group_resources: complete.group_resources.filter(isText),
    admin_group: completeReference(role.admin_group),
  };
}

/** Of a list, a service may return other items, such as null. */
const isText = (value: unknown) => typeof value === 'string';

/** Completes a provider: all of its fields but the ID are texts. */
export function completeProvider(op: OidcOp): OidcOp {
  const texts = Object.entries(op).map(([name, value]) => [
    name,
    value === null || name === 'id' || typeof value === 'string' ? value : undefined,
  ]);
  return { ...Object.fromEntries(texts), name: visibleName(op.name, op.resource) } as OidcOp;
}

/** Completes a group that a record refers to, as far as pages read it there. Both texts are empty if it isn't reported. */
function completeReference(reference: unknown): Group {
  const group = fillRecord(Object(reference) as Partial<Group>, { name: '', group_resource: '' });
  return { ...group, name: group.name && visibleName(group.name, group.group_resource) } as Group;
}

/** Completes a group. */
export function completeGroup(group: Group): Group {
  const complete = fillRecord(group, { name: '', description: '', mode: '', parent_resource: '' });
  return { ...complete, name: visibleName(complete.name, complete.group_resource) };
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
  const roles = Array.isArray(given.roles) ? given.roles.filter((role) => Object(role) === role) : [];
  const user = typeof given.user === 'string' ? recordPath('users', given.user) : '';
  const login = typeof given.login === 'string' ? given.login : '';
  return {
    ...given,
    login,
    user,
    group: completeReference(given.group),
    roles: roles.map((role) => completeRole(role)),
  };
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
function fillRecord<Item extends object, Filled extends object>(
  record: Item,
  empty: Filled,
): Item & Filled & Completed {
  const given = new Map<string, unknown>(Object.entries(record));
  const missing = Object.entries(empty).filter(([name, value]) => kindOf(given.get(name)) !== kindOf(value));
  // Null is a service's word for no text, but not for an empty list.
  const unreported = missing.filter(([name, value]) => given.get(name) === undefined || Array.isArray(value));
  const names = unreported.map(([name]) => name);
  // Complete by construction.
  const complete = { ...record, ...Object.fromEntries(missing) } as Item & Filled;
  return names.length === 0 ? complete : { ...complete, unreported: names };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
