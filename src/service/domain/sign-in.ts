import { limits } from '../../contract/limits.ts';
import type { SignIn } from '../../contract/authentication.ts';
import { passwordMatches } from './passwords.ts';
import type { Stores, UserRow } from './ports.ts';
import { Problem } from './problem.ts';
import { addressSubject, throttle } from './throttle.ts';

/**
 * Checks login and password behind the throttle of the login and of the address.
 * @throws Problem 401 in one wording for whatever is wrong, 429 with `Retry-After`
 */
export async function checkPassword(
  stores: Stores,
  values: SignIn,
  address: string,
  now: Date,
): Promise<UserRow> {
  const byLogin = `login:${values.login}`;
  const byAddress = addressSubject('address', address);
  // Counted before the slow check, so that a burst of guesses at once does not slip past the throttle. Many people may
  // share one address behind a proxy: it gets more tries than a login. Where it is blocked, the login is not counted.
  await throttle(stores, byAddress, limits.signInFailuresFree * 4, now, tooMany);
  await throttle(stores, byLogin, limits.signInFailuresFree, now, tooMany);
  const user = await stores.users.findByLogin(values.login);
  const matches = await passwordMatches(user?.password_hash ?? null, values.password);
  if (!user || !matches) throw new Problem(401, ['the login or the password is wrong']);
  await stores.signInFailures.clear(byLogin);
  // Only this attempt: whoever has an account here could otherwise guess at those of others between sign-ins of theirs.
  await stores.signInFailures.undo(byAddress);
  return user;
}

const tooMany = 'too many failed sign-ins';
