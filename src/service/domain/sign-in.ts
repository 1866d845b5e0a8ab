import { limits } from '../../contract/limits.ts';
import type { SignIn } from '../../contract/authentication.ts';
import { passwordMatches } from './passwords.ts';
import type { Stores, UserRow } from './ports.ts';
import { Problem } from './problem.ts';

/** Failures older than this no longer count. */
const memoryMilliseconds = 15 * 60 * 1000;

/**
 * Checks login and password behind the throttle: after five failures each further one doubles the wait, for the login
 * and for the address, up to a minute; nothing is ever locked for good.
 * @throws Problem 401 in one wording for whatever is wrong, 429 with `Retry-After`
 */
export async function checkPassword(
  stores: Stores,
  values: SignIn,
  address: string,
  now: Date,
): Promise<UserRow> {
  const byLogin = `login:${values.login}`;
  const byAddress = `address:${address}`;
  const blockedUntil = await stores.signInFailures.blockedUntil([byLogin, byAddress]);
  if (blockedUntil && blockedUntil > now) throw throttled(blockedUntil.getTime() - now.getTime());
  // Counted before the slow check, so that a burst of guesses at once does not slip past the throttle.
  await countFailure(stores, byLogin, now, limits.signInFailuresFree);
  // Many people may share one address behind a proxy: it gets more tries than a login.
  await countFailure(stores, byAddress, now, limits.signInFailuresFree * 4);
  const user = await stores.users.findByLogin(values.login);
  const matches = await passwordMatches(user?.password_hash ?? null, values.password);
  if (!user || !matches) throw new Problem(401, ['the login or the password is wrong']);
  await stores.signInFailures.clear(byLogin);
  await stores.signInFailures.clear(byAddress);
  return user;
}

async function countFailure(stores: Stores, subject: string, now: Date, free: number): Promise<void> {
  const failures = await stores.signInFailures.add(
    subject,
    now,
    new Date(now.getTime() - memoryMilliseconds),
  );
  if (failures < free) return;
  const seconds = Math.min(2 ** (failures - free), limits.signInDelayMaxSeconds);
  await stores.signInFailures.block(subject, new Date(now.getTime() + seconds * 1000));
}

function throttled(milliseconds: number): Problem {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const unit = seconds === 1 ? 'second' : 'seconds';
  return new Problem(429, [`too many failed sign-ins: wait ${seconds} ${unit} and try again`], {
    'Retry-After': String(seconds),
  });
}
