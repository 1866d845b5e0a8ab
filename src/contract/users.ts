import * as z from 'zod/mini';
import { dataBody, nameField } from './fields.ts';
import { limits } from './limits.ts';
import { listOf } from './paging.ts';

/** A user (extension: the document names the record and its path, not its fields). */
export const user = z.object({
  login: z.string(),
  display_name: z.string(),
  user_resource: z.string(),
  group_resource: z.string(),
  role_resources: z.array(z.string()),
  has_password: z.boolean(),
  created_at: z.string(),
  last_sign_in_at: z.string(),
  last_sign_in_via: z.string(),
});
export type User = z.infer<typeof user>;
export const userList = listOf(user);

const userFields = {
  login: nameField(limits.login),
  display_name: z
    .string('must be a string')
    .check(z.trim(), z.maxLength(limits.name, `must be at most ${limits.name} characters`)),
  group_resource: z
    .string('must be a string')
    .check(z.regex(/^\/groups\/\d{1,10}$/, 'must be a path /groups/<id>')),
  role_resources: z.array(
    z.string('must be a string').check(z.regex(/^\/roles\/\d{1,10}$/, 'must be a path /roles/<id>')),
    'must be an array',
  ),
  password: z.nullable(
    z
      .string('must be a string')
      .check(
        z.minLength(limits.passwordMin, `must be at least ${limits.passwordMin} characters`),
        z.maxLength(limits.passwordMax, `must be at most ${limits.passwordMax} characters`),
      ),
  ),
};

export const userCreateBody = dataBody({
  login: userFields.login,
  display_name: z._default(userFields.display_name, ''),
  group_resource: userFields.group_resource,
  role_resources: z._default(userFields.role_resources, []),
  password: z.optional(userFields.password),
});
export const userUpdateBody = dataBody({
  login: z.optional(userFields.login),
  display_name: z.optional(userFields.display_name),
  group_resource: z.optional(userFields.group_resource),
  role_resources: z.optional(userFields.role_resources),
  password: z.optional(userFields.password),
});
export type UserCreate = z.infer<typeof userCreateBody>['data'];
export type UserUpdate = z.infer<typeof userUpdateBody>['data'];

/** An API key as it is listed: never the key itself. */
export const apiKey = z.object({
  name: z.string(),
  api_key_resource: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
});
export const apiKeyList = listOf(apiKey);
/** The one answer that carries the key. */
export const newApiKey = z.object({
  name: z.string(),
  key: z.string(),
  api_key_resource: z.string(),
  created_at: z.string(),
});
export const apiKeyCreateBody = dataBody({ name: nameField() });
