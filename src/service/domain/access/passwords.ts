import { hash, verify } from '@node-rs/argon2';
import { opaqueString } from '../../../contract/access/passwords.ts';

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id of a password in its OpaqueString form, in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return hash(opaqueString(password), parameters);
}

let decoy: Promise<string> | undefined;

/**
 * Whether a password matches its hash, and whether that has to be renewed because an earlier version hashed the password as
 * typed. Without a hash, a decoy is verified instead, so that the time taken doesn't reveal whether a login exists.
 */
export async function passwordMatches(
  hashed: string | null,
  password: string,
): Promise<{ matches: boolean; isOutdated: boolean }> {
  decoy ??= hashPassword('no password has this hash');
  const current = opaqueString(password);
  // Typed in another form than when it was set, a password may be either of the others.
  for (const form of new Set([current, password, password.normalize('NFD'), password.normalize('NFC')]))
    if ((await verify(hashed ?? (await decoy), form)) && hashed !== null)
      return { matches: true, isOutdated: form !== current };
  return { matches: false, isOutdated: false };
}
