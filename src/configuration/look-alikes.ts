import { loginSkeleton } from '../contract/access/login-skeleton.ts';
import type { Step } from './steps.ts';

/** Finds new logins that a service rejects because they look like another one. @yields both */
export function* lookAlikes(
  steps: readonly Step[],
  logins: readonly string[],
): Generator<[login: string, other: string]> {
  const isNew = ({ section, action, renamedFrom }: Step) =>
    section === 'users' && (action === 'create' || renamedFrom !== undefined);
  const added = new Set(steps.filter(isNew).map(({ key }) => key));
  if (added.size === 0) return;
  const known = logins.filter((login) => !added.has(login));
  const bySkeleton = new Map(known.map((login) => [loginSkeleton(login), login]));
  for (const login of added) {
    const skeleton = loginSkeleton(login);
    const other = bySkeleton.get(skeleton);
    if (other === undefined) bySkeleton.set(skeleton, login);
    else yield [login, other];
  }
}
