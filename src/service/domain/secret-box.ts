import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

export type SecretBox = ReturnType<typeof createSecretBox>;

/**
 * AES-256-GCM with a random nonce for each secret.
 * @param keyMaterial of at least 32 bytes; the key is derived from it (HKDF, RFC 5869)
 */
export function createSecretBox(keyMaterial: string) {
  const key = Buffer.from(hkdfSync('sha256', keyMaterial, '', 'palisade secrets at rest', 32));
  return {
    /** @param place where it's stored, such as `/oidc_ops/5`: a secret sealed for one place can't be opened in another */
    seal: (secret: string, place: string) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')}`;
    },
    /** @throws Error if the key or the place differs */
    open: (sealed: string, place: string) => {
      const bytes = Buffer.from(sealed.slice(version.length + 1), 'base64url');
      if (!sealed.startsWith(`${version}.`) || bytes.length < nonceBytes + tagBytes)
        throw new Error(`The secret of ${place} has an unknown format`);
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(-tagBytes));
      try {
        const text = bytes.subarray(nonceBytes, -tagBytes);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch {
        throw new Error(
          `The secret of ${place} can't be decrypted: SECRET_KEY isn't the one it was stored with`,
        );
      }
    },
  };
}
