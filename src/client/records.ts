import * as z from 'zod/mini';
import { authenticationResult, type AuthenticationResult } from '../contract/access/authentication.ts';
import { role as roleShape, type ListedRole, type Role } from '../contract/access/roles.ts';
import type { ListedUser, User } from '../contract/access/users.ts';
import { group as groupShape, type Group } from '../contract/groups/groups.ts';
import { oidcOp as oidcOpShape, type OidcOp } from '../contract/oidc/oidc-ops.ts';
import { visibleName } from '../contract/isolate.ts';
import { recordPath } from './record-paths.ts';
import { unexpected, unwrapped } from './response-body.ts';

/** A listed user. @param path if it isn't one of the listed fields */
export function completeUser(user: ListedUser, path = user.user_resource ?? ''): User {
  // Lists are requested with the fields that pages read.
  return { ...user, login: visibleName(user.login ?? path, path) } as User;
}

/** A role, also one that's listed without its users. @param path if it isn't one of the listed fields */
export function completeRole(role: ListedRole, path = role.role_resource ?? ''): Role {
  const complete = withEmpty(roleShape, role) as Role;
  return {
    ...complete,
    name: visibleName(complete.name || path, path),
    admin_group: completeGroup(complete.admin_group),
  };
}

/** A provider. */
export function completeProvider(op: OidcOp): OidcOp {
  const complete = withEmpty(oidcOpShape, op) as OidcOp;
  return { ...complete, name: visibleName(complete.name, complete.resource) };
}

/** A group, or a group that a record refers to: its texts are empty if the service doesn't say which. */
export function completeGroup(group: Group): Group {
  const complete = withEmpty(groupShape, group) as Group;
  return { ...complete, name: complete.name && visibleName(complete.name, complete.group_resource) };
}

/**
 * An authentication result: the API says that `GET /authentication` returns the current user's roles, and doesn't show the rest.
 * @param body the response body: the result, an object with the roles, or just the roles, perhaps wrapped in `data`
 * @throws ApiError if it has neither roles nor a user
 */
export function withDefaults(body: unknown): AuthenticationResult {
  const given = resultIn(body) ?? resultIn(unwrapped(body));
  if (!given) throw unexpected('an authentication result', 'roles', body);
  const result = withEmpty(authenticationResult, given) as AuthenticationResult;
  return {
    ...result,
    user: recordPath('users', result.user),
    group: completeGroup(result.group),
    roles: result.roles.map((role) => completeRole(role)),
  };
}

function resultIn(body: unknown): Partial<AuthenticationResult> | undefined {
  if (Array.isArray(body)) return { roles: body };
  const result: Partial<AuthenticationResult> = { ...Object(body) };
  return Array.isArray(result.roles) || result.login || result.user ? result : undefined;
}

/**
 * A value with what a documented service may leave out: null or missing texts are empty, and so are missing lists. Other fields
 * stay as they are, also unknown ones.
 * @param schema of the contract
 */
export function withEmpty(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.core.$ZodString) return value ?? '';
  if (schema instanceof z.core.$ZodNullable) return value ?? null;
  if (schema instanceof z.core.$ZodArray)
    return Array.isArray(value) ? value.map((item) => withEmpty(schema._zod.def.element, item)) : [];
  if (!(schema instanceof z.core.$ZodObject)) return value;
  const fields = new Map<string, unknown>(Object.entries(Object(value) as object));
  for (const [name, field] of Object.entries(schema._zod.def.shape))
    fields.set(name, withEmpty(field, fields.get(name)));
  return Object.fromEntries(fields);
}
