import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext, Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { readCertificates } from '../service/certificate-file.ts';
import { type Config, StartError } from './config.ts';
import { fileProblem } from './file-problem.ts';

/** How often the files are looked at, in milliseconds: certificates are renewed weeks before the old ones expire. */
const pollMilliseconds = 10_000;

/**
 * Reads `TLS_CERT` and `TLS_KEY`.
 * @returns the pair, and when the certificate expires; undefined if they aren't set
 * @throws StartError that says which can't be used, or that they don't match
 */
export function readCertificate({ TLS_CERT, TLS_KEY }: Pick<Config, 'TLS_CERT' | 'TLS_KEY'>) {
  if (!TLS_CERT || !TLS_KEY) return undefined;
  const cert = using(`TLS_CERT (${TLS_CERT})`, () => contentOf(TLS_CERT));
  const leaf = using(`TLS_CERT (${TLS_CERT})`, () => new X509Certificate(cert));
  const key = using(`TLS_KEY (${TLS_KEY})`, () => contentOf(TLS_KEY));
  const privateKey = using(`TLS_KEY (${TLS_KEY})`, () => createPrivateKey(key));
  return using(`TLS_CERT (${TLS_CERT}) and TLS_KEY (${TLS_KEY})`, () => {
    if (!leaf.checkPrivateKey(privateKey)) throw new Error("the key isn't the certificate's");
    createSecureContext({ cert, key });
    return { pair: { cert, key }, expiresAt: new Date(leaf.validTo) };
  });
}

/** @throws StartError that says what can't be used */
function using<Value>(what: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new StartError(`${what} can't be used: ${reasonOf(error)}`);
  }
}

function contentOf(file: string): Buffer {
  const problem = fileProblem(file);
  if (problem !== undefined) throw new Error(problem);
  return readFileSync(file);
}

/**
 * Reads a PEM file of certificate authorities.
 * @throws StartError if it can't be used
 */
export function readAuthority(file: string): Buffer {
  return using(`SERVICE_CA (${file})`, () => {
    const ca = readCertificates(file);
    createSecureContext({ ca });
    return ca;
  });
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code?.startsWith('ERR_OSSL') !== true) return message;
  return /password|decrypt|INTERRUPTED/i.test(message)
    ? 'the key is encrypted: remove its passphrase'
    : `${message} (is it a complete PEM file?)`;
}

/** When the files of a gateway are read again, besides when they change; `SIGHUP` asks for it. */
export type OnReload = (reload: () => void) => void;

/**
 * Serves a renewed certificate, and reads `SERVICE_CA` again, without a restart. Files that don't match, such as those of
 * which only one has been replaced yet, change nothing.
 * @param onAuthority gets the new certificate authorities
 * @returns when the certificate served expires; undefined without one
 */
export function followTlsFiles(
  app: FastifyInstance,
  config: Config,
  { onReload, onAuthority }: { onReload?: OnReload | undefined; onAuthority(ca: Buffer): void },
): () => Date | undefined {
  let served = readCertificate(config);
  const following = [
    ...(served ? [{ files: [config.TLS_CERT, config.TLS_KEY], read: readServed }] : []),
    ...(config.SERVICE_CA ? [{ files: [config.SERVICE_CA], read: readTrusted }] : []),
  ];

  function readServed() {
    const renewed = readCertificate(config);
    if (!renewed || renewed.pair.cert.equals(served?.pair.cert ?? Buffer.alloc(0))) return;
    served = renewed;
    if (app.server instanceof TlsServer) app.server.setSecureContext(renewed.pair);
    app.log.info({ expires_at: renewed.expiresAt }, 'serving a renewed certificate');
  }

  function readTrusted() {
    if (config.SERVICE_CA) onAuthority(readAuthority(config.SERVICE_CA));
  }

  const attempt = (read: () => void) => () => {
    try {
      read();
    } catch (error) {
      app.log.error(
        `${error instanceof Error ? error.message : String(error)}; the previous one stays in use`,
      );
    }
  };
  const watched = following.flatMap(({ files, read }) =>
    files.flatMap((file) => (file === undefined ? [] : [{ file, listener: attempt(read) }])),
  );
  // Polls, because it has to notice a replaced target of a symbolic link, as certbot and Kubernetes replace it.
  for (const { file, listener } of watched)
    watchFile(file, { interval: pollMilliseconds, persistent: false }, listener);
  onReload?.(() => {
    for (const { read } of following) attempt(read)();
  });
  app.addHook('onClose', () => {
    for (const { file, listener } of watched) unwatchFile(file, listener);
  });
  return () => served?.expiresAt;
}
