import * as z from 'zod/mini';
import {
  dataBody,
  exactText,
  nameField,
  printable,
  required,
  textField,
  updateBody,
  visible,
} from '../fields.ts';
import { isLongEnough, isShortEnough, lengthProblems } from './passwords.ts';
import { limits } from '../limits.ts';
import { flagParam, listOf, wholeNumber } from '../paging.ts';
import { idInPath, pathField, pathPattern, pathsField } from '../path-fields.ts';
import { searchQuery } from '../search.ts';
import { isoTime } from '../activity/activity-query.ts';

/** A user (extension: the API names the record and its path, but not its fields). */
export const user = z.object({
  login: z.string(),
  display_name: z.string(),
  user_resource: z.string(),
  group_resource: z.string(),
  role_resources: z.array(z.string()),
  has_password: z.boolean(),
  suspended: z.boolean(),
  created_at: z.string(),
  last_sign_in_at: z.string(),
  last_sign_in_via: z.string(),
});
export type User = z.infer<typeof user>;
const listedUser = z.partial(user);
export type ListedUser = z.infer<typeof listedUser>;
export const userList = listOf(listedUser);

/** Filters for every list of users (extension). */
const userFilters = {
  ...searchQuery.shape,
  /** How many days ago the last sign-in was at least; for users who never signed in, their creation. */
  no_sign_in_days: z.optional(wholeNumber(1, 9999)),
  never_signed_in: flagParam,
  role: z.optional(pathField('roles')),
};

export const userQuery = z.strictObject({
  ...userFilters,
  /** The exact login, case-sensitive: at most one user. */
  login: z.optional(z.string().check(printable())),
});
export type UserQuery = z.infer<typeof userQuery>;

/** Filters for a group's users (extension): those of the group itself, or of its descendants too. */
export const groupUsersQuery = z.strictObject({
  ...userFilters,
  below: flagParam,
});
export type GroupUsersQuery = z.infer<typeof groupUsersQuery>;

export const passwordField = z
  .string(required('must be a string'))
  .check(
    z.refine(isLongEnough, lengthProblems.short),
    z.refine(isShortEnough, lengthProblems.long),
    printable(),
  )
  .register(z.globalRegistry, { minLength: limits.passwordMin, maxLength: limits.passwordMax });

const userFields = {
  login: nameField(limits.login),
  display_name: z.pipe(
    textField(limits.name).check(visible),
    z.transform((name) => name.trim()),
  ),
  group_resource: pathField('groups'),
  role_resources: pathsField('roles', limits.rolesPerUser),
  password: z.nullable(passwordField),
  /** Whether the user can't sign in, and their API keys don't work. */
  suspended: z.boolean('must be true or false'),
};

export const userCreateBody = dataBody({
  ...userFields,
  display_name: z._default(userFields.display_name, ''),
  role_resources: z._default(userFields.role_resources, []),
  password: z.optional(userFields.password),
  suspended: z.optional(userFields.suspended),
});
export const userUpdateBody = updateBody(userFields);
export type UserCreate = z.infer<typeof userCreateBody>['data'];
export type UserUpdate = z.infer<typeof userUpdateBody>['data'];

/** Looks up a user by exact login (extension): in a body, because URLs end up in logs. */
export const userLookupBody = dataBody({ login: exactText(limits.login, printable()) });
/** The user's path; an empty string if there's none or the caller can't see them. */
export const userLookup = z.object({ user_resource: z.string() });

export function userPath(id: number): string {
  return `/users/${id}`;
}

export function userIdOf(path: string): number | undefined {
  return idInPath('users', path);
}

export function apiKeyPath(userId: number, id: number): string {
  return `${userPath(userId)}/api_keys/${id}`;
}

const apiKeyShape = pathPattern('api_keys', String.raw`0|[1-9]\d{0,14}`);

/** The id in an API key's path, as a service may write it; undefined for anything else. */
export function apiKeyIdOf(path: string): number | undefined {
  const id = apiKeyShape.exec(path)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** An API key in a list: never the key itself. */
export const apiKey = z.object({
  name: z.string(),
  api_key_resource: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  /** Empty if it never ends. */
  expires_at: z.string(),
  read_only: z.boolean(),
});
export const apiKeyList = listOf(z.partial(apiKey));
/** The only response that contains the key. */
export const newApiKey = z.object({ ...apiKey.shape, key: z.string() });
export const endingApiKeyList = listOf(z.partial(z.extend(apiKey, { login: z.string() })));
export const apiKeyCreateBody = dataBody({
  name: nameField(),
  expires_at: z.optional(z.nullable(isoTime)),
  read_only: z.optional(z.boolean('must be true or false')),
  /** The user's key that this one replaces. It ends at `replaced_expires_at`, or now, unless it ends before. */
  replaces: z.optional(z.string().check(z.regex(apiKeyShape, 'must be a path /users/<id>/api_keys/<id>'))),
  replaced_expires_at: z.optional(isoTime),
});
export type ApiKeyCreate = z.infer<typeof apiKeyCreateBody>['data'];
