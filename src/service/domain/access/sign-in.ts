import { limits } from '../../../contract/limits.ts';
import type { SignIn } from '../../../contract/access/authentication.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import type { Stores, UserRow } from '../ports.ts';
import { Problem } from '../problem.ts';
import { addressKey, throttle } from './throttle.ts';

interface Origin {
  /** See `createDevices`. */
  loginHash: string;
  address: string;
  /** A known device of this login, if any. */
  device: string | undefined;
}

/** A rejected password sign-in; only the log of sign-ins contains the reason. */
export class WrongPassword extends Problem {
  constructor(
    readonly code: 'unknown_user' | 'no_password' | 'wrong_password' | 'suspended',
    headers: Problem['headers'] = {},
  ) {
    super(401, ['wrong login or password'], headers);
  }
}

/**
 * Checks login and password, throttled.
 * @throws WrongPassword 401 with the same wording for every cause; Problem 429 with `Retry-After`
 */
export async function checkPassword(
  stores: Stores,
  values: SignIn,
  origin: Origin,
  now: Date,
): Promise<UserRow> {
  const { own, shared, sharedFirst } = keysOf(origin);
  // Counted before the slow check, so that concurrent guesses can't bypass the throttle.
  for (const { key, free } of sharedFirst ? [shared, own] : [own, shared])
    await throttle(stores, key, free, now, tooMany);
  const user = await stores.users.findByLogin(values.login);
  const { matches, isOutdated } = await passwordMatches(user?.password_hash ?? null, values.password);
  if (!user) throw new WrongPassword('unknown_user');
  if (matches && user.suspended_at) throw new WrongPassword('suspended');
  if (!matches) throw new WrongPassword(user.password_hash === null ? 'no_password' : 'wrong_password');
  await stores.signInFailures.clear(own.key);
  // Only this attempt: otherwise a user could guess others' passwords between their own sign-ins.
  await stores.signInFailures.undo(shared.key);
  if (!isOutdated || user.password_hash === null) return user;
  const renewed = await hashPassword(values.password);
  const isRenewed = await stores.users.renewPassword(user.id, user.password_hash, renewed);
  return isRenewed ? { ...user, password_hash: renewed } : user;
}

/** The keys that an attempt counts for: one that success clears, and one shared with others. */
function keysOf({ loginHash, address, device }: Origin) {
  const free = limits.signInFailuresFree;
  if (device === undefined)
    return {
      own: { key: `login:${loginHash}`, free },
      // Many people may share an address behind a proxy, so it gets more attempts than a login. If it's blocked, the
      // login isn't counted.
      shared: { key: addressKey('address', address), free: free * 4 },
      sharedFirst: true,
    };
  return {
    own: { key: `device:${device}`, free },
    // Someone who once knew the password could have collected devices, each with attempts of its own. A single device
    // never gets here because it's blocked earlier.
    shared: { key: `devices:${loginHash}`, free: free * 10 },
    sharedFirst: false,
  };
}

const tooMany = 'too many failed sign-ins';
