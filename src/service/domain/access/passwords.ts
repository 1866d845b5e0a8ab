import { hash, verify } from '@node-rs/argon2';

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id of a password, in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

let decoy: Promise<string> | undefined;

/**
 * Whether a password matches its hash. Without a hash, a decoy is verified instead, so that the time
 * taken doesn't reveal whether a login exists.
 */
export async function passwordMatches(hashed: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no password has this hash');
  const matches = await verify(hashed ?? (await decoy), password);
  return matches && hashed !== null;
}
