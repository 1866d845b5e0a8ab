import { features, privileges } from '../contract/access/privileges.ts';
import type { ListedUser } from '../contract/access/users.ts';
import { msg } from '../contract/isolate.ts';
import type { Consequence } from './consequences.ts';
import type { KnownRecords } from './known.ts';
import { labelOf, type Step } from './steps.ts';

/** Warns of what the embedded service rejects, but a remote one may accept. */
export async function likelyRejections(
  steps: readonly Step[],
  known: KnownRecords,
  users: readonly ListedUser[] = [],
): Promise<Consequence[]> {
  const found = [
    ...unknownGrants(steps, known),
    ...(await wrongExpressions(steps)),
    ...(await lookAlikes(steps, users)),
  ];
  return found.map((text) => ({ isWarning: true, text: `${text}, so the service may reject it` }));
}

/** Features and privileges that neither the API names nor any role has. */
function unknownGrants(steps: readonly Step[], { records }: KnownRecords): string[] {
  const held = [...(records.roles?.values() ?? [])].map(({ values }) => Object(values['features']) as object);
  const names = new Set<string>([...features, ...held.flatMap((grants) => Object.keys(grants))]);
  const known = new Set<unknown>([
    ...privileges,
    ...held.flatMap((grants) => Object.values(grants) as unknown[]),
  ]);
  return steps.flatMap((step) =>
    Object.entries(Object(step.after['features']) as Record<string, string>)
      .filter(([name, privilege]) => !names.has(name) || !known.has(privilege))
      .map(([name, privilege]) => msg`${labelOf(step)} grants ${privilege} on ${name}, which isn't known`),
  );
}

async function wrongExpressions(steps: readonly Step[]): Promise<string[]> {
  const set = steps.filter(({ after }) => after['username_path']);
  if (set.length === 0) return [];
  // JMESPath is large, and most plans don't need it.
  const { usernamePathProblems } = await import('../contract/oidc/username-path.ts');
  return set.flatMap((step) =>
    usernamePathProblems(String(step.after['username_path'])).map(
      (problem) => msg`${labelOf(step)}: the username expression ${problem}`,
    ),
  );
}

/**
 * New users whose logins look like others, also like those of users who are deleted, which is done last (docs/decisions.md,
 * "Edges").
 */
async function lookAlikes(steps: readonly Step[], users: readonly ListedUser[]): Promise<string[]> {
  const logins = steps.flatMap(({ section, action, key }) =>
    section === 'users' && action === 'create' ? [key] : [],
  );
  if (logins.length === 0) return [];
  // Its table of letters is long, and most plans don't need it.
  const { loginSkeleton } = await import('../contract/access/login-skeleton.ts');
  const known = new Map(users.map(({ login = '' }) => [loginSkeleton(login), login]));
  return logins.flatMap((login) => {
    const skeleton = loginSkeleton(login);
    const other = known.get(skeleton);
    if (other === undefined) known.set(skeleton, login);
    return other === undefined ? [] : [msg`${login} looks like ${other}`];
  });
}
