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
 * Reads the keys, or creates them on the first start. A certificate about to expire is replaced; the rest stays, because
 * the registered OIDC provider configuration contains the client secret.
 * @param folder the provider's own; created with mode 0700, its file with 0600
 */
export async function loadKeys(folder: string): Promise<ProviderKeys> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'keys.json');
  const stored = await readKeys(file);
  if (stored?.unusedKey && isCurrent(stored.certificatePem))
    return { ...stored, unusedKey: stored.unusedKey };
  const made = await makeKeys();
  const unusedKey = stored?.unusedKey ?? made.unusedKey;
  const keys = { ...made, ...stored, unusedKey, ...(await makeCertificate()) };
  // Written to a temporary file and renamed, so that a killed process leaves no partial file.
  const temporary = `${file}.${process.pid}.new`;
  await writeFile(temporary, JSON.stringify(keys, undefined, 2), { mode: 0o600 });
  await rename(temporary, file);
  return keys;
}

/** Earlier versions had one key only. */
const storedSchema = keysSchema.partial({ unusedKey: true });

async function readKeys(file: string): Promise<z.infer<typeof storedSchema> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return storedSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} doesn't contain the demo provider's keys; delete it and restart`, { cause });
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
