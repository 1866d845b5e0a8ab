import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const begin = '-----BEGIN CERTIFICATE-----';

/**
 * Reads a PEM file of certificates. Node ignores those that it can't read, and a connection then fails for another reason.
 * @throws Error whose message, or whose `code` for one of the file system, says what is wrong with the file
 */
export function readCertificates(file: string): Buffer {
  const content = readFileSync(file);
  const [, ...certificates] = content.toString('latin1').split(begin);
  if (certificates.length === 0) throw new Error('it contains no PEM certificate');
  for (const certificate of certificates) {
    try {
      // Other text can follow each certificate.
      void new X509Certificate(begin + certificate);
    } catch (error) {
      throw new Error('it contains an incomplete or damaged certificate', { cause: error });
    }
  }
  return content;
}
