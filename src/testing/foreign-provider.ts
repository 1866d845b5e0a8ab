import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { OAuth2Server } from 'oauth2-mock-server';
import { makeCertificate } from '../demo/provider/certificate.ts';

/** A provider that isn't ours: oauth2-mock-server over HTTPS, where everyone is signed in as `johndoe`. */
export type ForeignProvider = Awaited<ReturnType<typeof startForeignProvider>>;

/** Starts it on this machine. @param folder for its certificate */
export async function startForeignProvider(folder: string) {
  const { certificatePem, privateKeyPem } = await makeCertificate();
  const certificateFile = path.join(folder, 'foreign-provider.pem');
  const keyFile = path.join(folder, 'foreign-provider-key.pem');
  writeFileSync(certificateFile, certificatePem);
  writeFileSync(keyFile, privateKeyPem);
  const server = new OAuth2Server(keyFile, certificateFile);
  await server.issuer.keys.generate('RS256');
  await server.start(0, 'localhost');
  const issuer = server.issuer.url ?? '';
  return {
    server,
    issuer,
    host: new URL(issuer).host,
    certificatePem,
    certificateFile,
    /** The values of a configuration for it. */
    values: {
      name: 'Foreign provider',
      client_id: '2b1c7a9e-4c1e-4c57-9d1f-6a4c0d0c5f11',
      client_secret: 'a secret',
      username_path: 'sub',
      metadata_url: `${issuer}/.well-known/openid-configuration`,
      logout_method: 'local',
    },
    close: () => server.stop(),
  };
}
