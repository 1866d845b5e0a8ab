import { generateKeyPair, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { isCurrent, makeCertificate } from './certificate.ts';

const rsaKey = z.looseObject({ kty: z.literal('RSA'), kid: z.string(), n: z.string(), d: z.string() });
const keysSchema = z.object({
  signingKey: rsaKey,
  /** Published like the other one; signs nothing. */
  unusedKey: rsaKey,
  clientSecret: z.string().min(32),
  cookieKey: z.string().min(32),
  privateKeyPem: z.string(),
  certificatePem: z.string(),
});
/** The provider's keys, kept across restarts. */
export type ProviderKeys = z.infer<typeof keysSchema>;

/**
 * Reads the keys, or creates them if they're missing or can't be read. A certificate about to expire is replaced.
 * @param folder the provider's own; created with mode 0700, its file with 0600
 */
export async function loadKeys(folder: string): Promise<ProviderKeys> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'keys.json');
  const stored = await readKeys(file);
  if (stored && isCurrent(stored.certificatePem)) return stored;
  const keys = { ...(stored ?? (await makeKeys())), ...(await makeCertificate()) };
  // Written to a temporary file and renamed, so that a killed process leaves no partial file.
  const temporary = `${file}.${process.pid}.new`;
  await writeFile(temporary, JSON.stringify(keys, undefined, 2), { mode: 0o600 });
  await rename(temporary, file);
  return keys;
}

async function readKeys(file: string): Promise<ProviderKeys | undefined> {
  try {
    return keysSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

async function makeKeys(): Promise<Omit<ProviderKeys, 'privateKeyPem' | 'certificatePem'>> {
  const [signingKey, unusedKey] = await Promise.all([makeKey(), makeKey()]);
  return {
    signingKey,
    unusedKey,
    clientSecret: randomBytes(32).toString('base64url'),
    cookieKey: randomBytes(32).toString('base64url'),
  };
}

/** RS256: the only algorithm that every relying party must support (OpenID Connect Core section 15.1). */
async function makeKey(): Promise<z.infer<typeof rsaKey>> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('hex');
  return rsaKey.parse({ ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' });
}
