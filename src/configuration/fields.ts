import * as z from 'zod/mini';
import { passwordField } from '../contract/access/users.ts';
import { msg } from '../contract/isolate.ts';
import { oidcOpUpdateBody } from '../contract/oidc/oidc-ops.ts';
import { fieldRules, type Section } from './format.ts';
import type { Values } from './known.ts';
import { isSame, type SecretSource, type Step } from './steps.ts';

const secretRules = {
  password: z.optional(passwordField),
  client_secret: oidcOpUpdateBody.shape.data.shape.client_secret,
};

/** Why the service would reject a secret whose value is known. */
export function secretProblem(
  { name, variable }: SecretSource,
  secret: string | undefined,
): string | undefined {
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
  for (const [name, value] of Object.entries(defined(set))) {
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

function defined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Finds new logins that a service rejects because they look like another one. @yields both */
export function* lookAlikes(
  steps: readonly Step[],
  logins: readonly string[],
  skeletonOf: (login: string) => string,
): Generator<[login: string, other: string]> {
  const isNew = ({ section, action, renamedFrom }: Step) =>
    section === 'users' && (action === 'create' || renamedFrom !== undefined);
  const added = new Set(steps.filter(isNew).map(({ key }) => key));
  if (added.size === 0) return;
  const known = logins.filter((login) => !added.has(login));
  const bySkeleton = new Map(known.map((login) => [skeletonOf(login), login]));
  for (const login of added) {
    const skeleton = skeletonOf(login);
    const other = bySkeleton.get(skeleton);
    if (other === undefined) bySkeleton.set(skeleton, login);
    else yield [login, other];
  }
}
