import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import {
  bitString,
  boolean,
  der,
  objectIdentifier,
  octetString,
  sequence,
  set,
  unsignedInteger,
  utcTime,
  utf8String,
} from './der.ts';

const day = 24 * 60 * 60 * 1000;
const lifeDays = 365;
/** A new certificate is made this long before the old one ends, so that none ends in the middle of a demo. */
const renewalDays = 30;

const ecdsaWithSha256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
const version3 = der(0xa0, unsignedInteger(Buffer.from([2])));

/**
 * A P-256 key and a self-signed certificate for this machine alone (RFC 5280).
 * @returns both as PEM
 */
export function makeCertificate(now = new Date()): { certificatePem: string; privateKeyPem: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const name = sequence(
    set(sequence(objectIdentifier('2.5.4.3'), utf8String('Palisade demo sign-in (localhost)'))),
  );
  const serial = randomBytes(16);
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f);
  const signed = sequence(
    version3,
    unsignedInteger(serial),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(now.getTime() - day)), utcTime(new Date(now.getTime() + lifeDays * day))),
    name,
    spki,
    der(0xa3, sequence(...extensions(spki))),
  );
  const signature = sign('sha256', signed, privateKey);
  const certificate = sequence(signed, ecdsaWithSha256, bitString(signature));
  return {
    certificatePem: new X509Certificate(certificate).toString(),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Whether a kept certificate is still good for long enough. */
export function isCurrent(certificatePem: string, now = new Date()): boolean {
  const { validFrom, validTo } = new X509Certificate(certificatePem);
  return Date.parse(validFrom) <= now.getTime() && Date.parse(validTo) - renewalDays * day > now.getTime();
}

function extensions(spki: Uint8Array): Buffer[] {
  const critical = boolean(true);
  const dnsName = der(0x82, Buffer.from('localhost'));
  const address4 = der(0x87, Buffer.from([127, 0, 0, 1]));
  const address6 = der(0x87, Buffer.from([...Array<number>(15).fill(0), 1]));
  return [
    // Not an authority: who trusts this certificate trusts this one server and nothing that it could sign.
    sequence(objectIdentifier('2.5.29.19'), critical, octetString(sequence())),
    sequence(objectIdentifier('2.5.29.15'), critical, octetString(bitString(Buffer.from([0x80]), 7))),
    sequence(objectIdentifier('2.5.29.37'), octetString(sequence(objectIdentifier('1.3.6.1.5.5.7.3.1')))),
    sequence(objectIdentifier('2.5.29.17'), octetString(sequence(dnsName, address4, address6))),
    sequence(
      objectIdentifier('2.5.29.14'),
      octetString(octetString(createHash('sha256').update(spki).digest().subarray(0, 20))),
    ),
  ];
}
