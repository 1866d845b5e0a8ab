import { limits } from '../../../contract/limits.ts';
import type { SignIn } from '../../../contract/access/authentication.ts';
import { passwordMatches } from './passwords.ts';
import type { Stores, UserRow } from '../ports.ts';
import { Problem } from '../problem.ts';
import { addressSubject, throttle } from './throttle.ts';

/**
 * Checks login and password behind the throttle.
 * @param device that has signed in with this login before, if any
 * @throws Problem 401 in one wording for whatever is wrong, 429 with `Retry-After`
 */
export async function checkPassword(
  stores: Stores,
  values: SignIn,
  address: string,
  now: Date,
  device?: string,
): Promise<UserRow> {
  const { own, shared, sharedFirst } = subjectsOf(values.login, address, device);
  // Counted before the slow check, so that a burst of guesses at once does not slip past the throttle.
  for (const { subject, free } of sharedFirst ? [shared, own] : [own, shared])
    await throttle(stores, subject, free, now, tooMany);
  const user = await stores.users.findByLogin(values.login);
  const matches = await passwordMatches(user?.password_hash ?? null, values.password);
  if (!user || !matches) throw new Problem(401, ['the login or the password is wrong']);
  await stores.signInFailures.clear(own.subject);
  // Only this attempt: whoever has an account here could otherwise guess at those of others between sign-ins of theirs.
  await stores.signInFailures.undo(shared.subject);
  return user;
}

/** What an attempt counts for: one subject that a success clears, and one that others have part in. */
function subjectsOf(login: string, address: string, device: string | undefined) {
  const free = limits.signInFailuresFree;
  if (device === undefined) {
    return {
      own: { subject: `login:${login}`, free },
      // Many people may share one address behind a proxy: it gets more tries than a login. Where it is blocked, the
      // login is not counted.
      shared: { subject: addressSubject('address', address), free: free * 4 },
      sharedFirst: true,
    };
  }
  return {
    own: { subject: `device:${device}`, free },
    // Whoever has known the password could have collected devices, each with tries of its own. One device alone
    // never gets here, because it is blocked before.
    shared: { subject: `devices:${login}`, free: free * 10 },
    sharedFirst: false,
  };
}

const tooMany = 'too many failed sign-ins';
