import * as z from 'zod/mini';
import { passwordField } from '../contract/access/users.ts';
import { msg } from '../contract/isolate.ts';
import { oidcOpUpdateBody } from '../contract/oidc/oidc-ops.ts';
import { fieldRules, type Section } from './format.ts';
import type { Values } from './known.ts';
import { isSame, type SecretSource } from './steps.ts';

const secretRules = {
  password: z.optional(passwordField),
  client_secret: oidcOpUpdateBody.shape.data.shape.client_secret,
};

/** Why the service would reject a secret. @param secret undefined if it isn't known */
export function secretProblem({ name, variable }: SecretSource, secret: string | undefined) {
  const { success, error } = z.safeParse(secretRules[name], secret);
  return success ? undefined : msg`${name}: ${variable} ${error.issues[0]?.message ?? ''}`;
}

/** What's set, if it keeps to the limits. What a service has already may break them. */
export function checkedValues(
  section: Section,
  set: Values,
  before: Values,
  fail: (path: readonly PropertyKey[], message: string) => void,
): Values | undefined {
  const checked: Record<string, unknown> = {};
  let isValid = true;
  const rules: Readonly<Record<string, z.ZodMiniType>> = fieldRules[section];
  for (const [name, value] of Object.entries(set)) {
    const rule = rules[name];
    checked[name] = value;
    if (!rule || isSame(value, before[name])) continue;
    const { success, data, error } = z.safeParse(rule, value);
    if (success) checked[name] = data;
    for (const issue of error?.issues ?? []) {
      isValid = false;
      const path = [name, ...issue.path];
      fail(path, `${path.join('.')}: ${issue.message}`);
    }
  }
  return isValid ? checked : undefined;
}
