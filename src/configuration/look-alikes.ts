import { msg } from '../contract/isolate.ts';
import type { ListedUser } from '../contract/access/users.ts';
import type { UserValues } from './format.ts';
import { pathTo, type Entry, type ValueProblem } from './read.ts';

/**
 * Finds new users whose logins the service rejects because they look like others (docs/decisions.md, "Edges"), also like those of
 * users who are deleted, which is done last.
 */
export async function lookAlikes(
  created: readonly Entry<UserValues>[],
  users: readonly ListedUser[] = [],
): Promise<ValueProblem[]> {
  if (created.length === 0) return [];
  // Its table of letters is long, and most plans don't need it.
  const { loginSkeleton } = await import('../contract/access/login-skeleton.ts');
  const known = new Map(users.map(({ login = '' }) => [loginSkeleton(login), login]));
  return created.flatMap(({ values: { login }, where }) => {
    const skeleton = loginSkeleton(login);
    const other = known.get(skeleton);
    if (other === undefined) known.set(skeleton, login);
    return other === undefined
      ? []
      : [{ path: pathTo(where, ['login']), message: msg`login: ${login} looks like ${other}` }];
  });
}
