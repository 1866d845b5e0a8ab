import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import { createServer, type ServerOptions } from 'node:https';
import { createSecureContext, type DetailedPeerCertificate } from 'node:tls';
import {
  AuthorityInfoAccessExtension,
  BasicConstraintsExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { expect, it, onTestFinished } from 'vitest';
import { listen as portOf, serve } from '../../testing/gateway.ts';
import { makeCertificate } from '../../demo/provider/certificate.ts';
import { createOutbound } from './outbound.ts';
import { tlsFailure } from './tls-failure.ts';

async function listen(options: ServerOptions, address = '127.0.0.1'): Promise<string> {
  const server = createServer(options, (_request, response) => response.end('{}'));
  server.on('tlsClientError', () => undefined);
  onTestFinished(() => server.close().closeAllConnections());
  return `${address}:${await portOf(server, address)}`;
}

/** @param trusted whether the server's own certificate is trusted */
async function failureOf(host: string, trusted?: string) {
  const outbound = createOutbound({ allow: [host] });
  onTestFinished(() => outbound.close());
  if (trusted !== undefined) outbound.trust(host, trusted);
  return outbound.fetch(`https://${host}/`).then(
    () => 'none',
    (error: unknown) => {
      const { message, repair } = error as { message: string; repair?: string };
      return `${message.replace(host, 'host')}. ${repair}`;
    },
  );
}

const now = Date.now();
const years = (count: number) => new Date(now + count * 365 * 24 * 60 * 60 * 1000);
const server = (made: Awaited<ReturnType<typeof makeCertificate>>) => ({
  cert: made.certificatePem,
  key: made.privateKeyPem,
});

it.each([
  [
    'expired',
    years(-3),
    /host has a TLS certificate that has expired \(CERT_HAS_EXPIRED; .*valid from .* to .*\)\. Renew/,
  ],
  [
    'not valid yet',
    years(3),
    /host has a TLS certificate that isn't valid yet \(CERT_NOT_YET_VALID; .*\)\. Compare .* clock/,
  ],
])('names a certificate that is %s', async (_what, madeAt, says) => {
  const made = await makeCertificate(madeAt);
  expect(await failureOf(await listen(server(made)), made.certificatePem)).toMatch(says);
});

it('names a certificate for other names, and one that is self-signed, with its details', async () => {
  const made = await makeCertificate();
  expect(await failureOf(await listen(server(made), '127.0.0.3'), made.certificatePem)).toMatch(
    /other host names \(ERR_TLS_CERT_ALTNAME_INVALID; .*for localhost.*\)\. Use a host name of the certificate/,
  );
  expect(await failureOf(await listen(server(made)))).toMatch(
    /self-signed TLS certificate \(DEPTH_ZERO_SELF_SIGNED_CERT; subject Palisade demo.*issued by Palisade demo.*\)\. Set NODE_EXTRA_CA_CERTS/,
  );
});

it('names the certificate that the host sends for its name', async () => {
  const [other, own] = [await makeCertificate(years(-3)), await makeCertificate()];
  const address = await listen({
    ...server(other),
    SNICallback: (name, done) =>
      done(null, name === 'localhost' ? createSecureContext(server(own)) : undefined),
  });
  const failure = await failureOf(address.replace('127.0.0.1', 'localhost'));
  expect(failure).toMatch(/DEPTH_ZERO_SELF_SIGNED_CERT; .*valid from/);
  expect(failure).not.toContain(`valid from ${years(-3).toISOString().slice(0, 4)}`);
});

it.each([false, true])(
  'names both reasons for an issuer that is not sent, if it is published: %s',
  async (published) => {
    expect(await failureOf(await listen(await issuedBy(published)))).toMatch(
      /issuer is neither sent nor trusted here \(UNABLE_TO_VERIFY_LEAF_SIGNATURE; .*issued by Example authority.*\)\. Make the provider send its complete.*private authority: set NODE_EXTRA_CA_CERTS/,
    );
    expect(tlsFailure(['UNABLE_TO_GET_ISSUER_CERT_LOCALLY'])).toMatchObject({ untrusted: true });
  },
);

it('describes a certificate with unreadable dates', () => {
  const sent = { subject: { CN: 'a' }, issuer: { CN: 'b' }, valid_from: 'Bad time value', valid_to: '' };
  const failure = tlsFailure(['CERT_HAS_EXPIRED'], sent as DetailedPeerCertificate);
  expect(failure?.what).toContain('valid from an unknown day to an unknown day');
});

it('names plain HTTP, old versions and required client certificates', async () => {
  const made = server(await makeCertificate());
  expect(await failureOf(await serve(() => undefined))).toMatch(
    /doesn't speak TLS on this port.*Use the port of https/,
  );
  const old = { ...made, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  expect(await failureOf(await listen(old))).toMatch(/older than 1\.2.*Turn on TLS 1\.2/);
  // Node's own servers close the connection without an alert.
  for (const code of ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE'])
    expect(tlsFailure([code])?.what).toMatch(/^requires a client certificate/);
  expect(tlsFailure(['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'])?.repair).toMatch(
    /client certificate, or ciphers/,
  );
});

/** A server certificate of an authority that isn't sent. @param published whether the authority's certificate can be downloaded */
async function issuedBy(published: boolean): Promise<ServerOptions> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const [authority, own] = await Promise.all([keys(), keys()]);
  const root = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Example authority',
    keys: authority,
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true)],
  });
  const address = { caIssuers: 'http://authority.example/ca.cer' };
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=127.0.0.1',
    issuer: root.subject,
    publicKey: own.publicKey,
    signingKey: authority.privateKey,
    signingAlgorithm: algorithm,
    extensions: published ? [new AuthorityInfoAccessExtension(address)] : [],
  });
  return {
    cert: certificate.toString('pem'),
    key: KeyObject.from(own.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
