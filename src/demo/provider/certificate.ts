// tsyringe, which @peculiar/x509 uses, needs this polyfill loaded first.
import 'reflect-metadata';
import { KeyObject, webcrypto, X509Certificate } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const day = 24 * 60 * 60 * 1000;
const lifeDays = 365;
/** Certificates are renewed this long before they expire, so that none expires during a demo. */
const renewalDays = 30;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/**
 * Creates a P-256 key and a self-signed certificate for this machine only (RFC 5280).
 * @param subject differs if a client trusts several: it finds them by their subjects
 * @returns both as PEM
 */
export async function makeCertificate(
  now = new Date(),
  subject = 'Palisade demo sign-in (localhost)',
): Promise<{ certificatePem: string; privateKeyPem: string }> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${subject}`,
    notBefore: new Date(now.getTime() - day),
    notAfter: new Date(now.getTime() + lifeDays * day),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      // Not a CA: trusting this certificate means trusting this server only.
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
    ],
  });
  return {
    certificatePem: certificate.toString('pem'),
    privateKeyPem: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Whether a certificate is valid and not due for renewal. */
export function isCurrent(certificatePem: string, now = new Date()): boolean {
  const { validFrom, validTo } = new X509Certificate(certificatePem);
  return Date.parse(validFrom) <= now.getTime() && Date.parse(validTo) - renewalDays * day > now.getTime();
}
