import { generateKeyPair, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { isCurrent, makeCertificate } from './certificate.ts';

const keysSchema = z.object({
  signingKey: z.looseObject({ kty: z.literal('RSA'), kid: z.string(), n: z.string(), d: z.string() }),
  clientSecret: z.string().min(32),
  cookieKey: z.string().min(32),
  privateKeyPem: z.string(),
  certificatePem: z.string(),
});
/** What the provider keeps from one start to the next. */
export type ProviderKeys = z.infer<typeof keysSchema>;

/**
 * Reads the keys, or makes them on the first start. A certificate near its end is replaced, the rest stays, because
 * the client secret is already stored in the configuration that was registered with it.
 * @param folder of the provider's own; made with mode 0700, its file with 0600
 */
export async function loadKeys(folder: string): Promise<ProviderKeys> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'keys.json');
  const kept = await readKeys(file);
  if (kept && isCurrent(kept.certificatePem)) return kept;
  const keys = { ...(kept ?? (await makeKeys())), ...(await makeCertificate()) };
  // Written aside and renamed: a start that is killed half-way leaves no half file.
  const aside = `${file}.${process.pid}.new`;
  await writeFile(aside, JSON.stringify(keys, undefined, 2), { mode: 0o600 });
  await rename(aside, file);
  return keys;
}

async function readKeys(file: string): Promise<ProviderKeys | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return keysSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} does not hold the demo provider's keys; delete it and start again`, { cause });
  }
}

async function makeKeys(): Promise<Omit<ProviderKeys, 'privateKeyPem' | 'certificatePem'>> {
  // RS256: the one algorithm that every relying party must take (OpenID Connect Core section 15.1).
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ format: 'jwk' });
  return {
    signingKey: keysSchema.shape.signingKey.parse({
      ...key,
      kid: randomBytes(8).toString('hex'),
      alg: 'RS256',
      use: 'sig',
    }),
    clientSecret: randomBytes(32).toString('base64url'),
    cookieKey: randomBytes(32).toString('base64url'),
  };
}
