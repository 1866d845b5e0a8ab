import { msg } from '../contract/isolate.ts';
import type { ListedUser } from '../contract/access/users.ts';
import type { Consequence } from './consequences.ts';
import type { Step } from './steps.ts';

/**
 * Warns of new users whose logins look like others, also like those of users who are deleted, which is done last. The embedded
 * service rejects them (docs/decisions.md, "Edges"), a remote one may accept them.
 */
export async function lookAlikes(
  steps: readonly Step[],
  users: readonly ListedUser[] = [],
): Promise<Consequence[]> {
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
    return other === undefined
      ? []
      : [{ isWarning: true, text: msg`${login} looks like ${other}, so the service may reject it` }];
  });
}
