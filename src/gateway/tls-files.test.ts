import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer as createHttps } from 'node:https';
import path from 'node:path';
import { connect } from 'node:tls';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { GatewayInfo } from '../contract/gateway.ts';
import { makeCertificate } from '../demo/provider/certificate.ts';
import { listen, testGateway } from '../testing/gateway.ts';
import { temporaryFolder } from '../tooling/temporary-folder.ts';
import { readConfig } from './config.ts';

const day = 24 * 60 * 60 * 1000;
let folder: string;
beforeEach(() => void (folder = temporaryFolder('tls')));

/** Writes a new pair into a folder, and has `live` refer to it, as certbot does. @returns when it expires */
async function renew(at = new Date()) {
  const { certificatePem, privateKeyPem } = await makeCertificate(at);
  const target = mkdtempSync(path.join(folder, 'archive-'));
  writeFileSync(path.join(target, 'cert.pem'), certificatePem);
  writeFileSync(path.join(target, 'key.pem'), privateKeyPem);
  symlinkSync(target, path.join(folder, 'new'));
  renameSync(path.join(folder, 'new'), path.join(folder, 'live'));
  return Math.floor(at.getTime() / 1000) * 1000 + 365 * day;
}

async function startGateway() {
  const files = { TLS_CERT: path.join(folder, 'live/cert.pem'), TLS_KEY: path.join(folder, 'live/key.pem') };
  let reload = () => {};
  const gateway = await testGateway(
    { ...files, SERVICE_URL: 'http://127.0.0.1:1' },
    { onReload: (listener) => (reload = listener) },
  );
  onTestFinished(() => gateway.close());
  const { port } = new URL(await gateway.listen({ host: '127.0.0.1', port: 0 }));
  /** Connects. @param protocols that it offers to speak */
  const connected = async (...protocols: string[]) => {
    const to = { host: '127.0.0.1', port: Number(port), rejectUnauthorized: false };
    const socket = connect({ ...to, ALPNProtocols: protocols });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'secureConnect');
    return socket;
  };
  /** When the certificate that a new connection gets expires. */
  const served = async () => Date.parse((await connected()).getPeerCertificate().valid_to);
  return { gateway, connected, served, reload: () => reload() };
}

it('a gateway with a certificate speaks HTTP/1.1 only', async () => {
  await renew();
  const { connected } = await startGateway();
  expect((await connected('h2', 'http/1.1')).alpnProtocol).toBe('http/1.1');
});

describe('certificates on disk', () => {
  it('are served again once they change', async () => {
    const first = await renew();
    const { served } = await startGateway();
    expect(await served()).toBe(first);
    const second = await renew(new Date(Date.now() + day));
    await expect.poll(served, { interval: 500 }).toBe(second);
  });

  it('are served on request, and say when they expire', async () => {
    const first = await renew();
    const { gateway, served, reload } = await startGateway();
    const expiry = async () =>
      Date.parse((await gateway.inject('/-/gateway')).json<GatewayInfo>().certificate_expires_at);
    expect(await expiry()).toBe(first);
    const second = await renew(new Date(Date.now() - 360 * day));
    reload();
    expect(await served()).toBe(second);
    expect(await expiry()).toBe(second);
    const { payload } = await gateway.inject('/-/metrics');
    expect(payload).toMatch(/^palisade_tls_expiry_seconds 4[23]\d{4}(\.\d+)?$/m);
  });

  it('are kept while the new ones do not match', async () => {
    const first = await renew();
    const { served, reload } = await startGateway();
    const other = await makeCertificate(new Date(Date.now() + day));
    for (const broken of [other.certificatePem, other.certificatePem.slice(0, 100), '']) {
      writeFileSync(path.join(folder, 'live/cert.pem'), broken);
      reload();
      expect(await served()).toBe(first);
    }
    writeFileSync(path.join(folder, 'live/cert.pem'), other.certificatePem);
    writeFileSync(path.join(folder, 'live/key.pem'), other.privateKeyPem);
    reload();
    expect(await served()).toBeGreaterThan(first);
  });

  it.each<[string, 'cert' | 'key', string | undefined, string]>([
    ['of different pairs', 'cert', '', "and TLS_KEY .* can't be used: the key isn't the certificate's"],
    ['without a certificate', 'cert', 'nothing', "TLS_CERT \\(.*/cert.pem\\) can't be used: "],
    ['without a key', 'key', 'nothing', "TLS_KEY \\(.*/key.pem\\) can't be used: "],
    ['of which one is missing', 'key', undefined, "TLS_KEY.*/key.pem doesn't exist"],
  ])('%s are refused at the start, and it says which', async (_, name, content, reason) => {
    await renew();
    const file = path.join(folder, `live/${name}.pem`);
    if (content === undefined) rmSync(file);
    else writeFileSync(file, content || (await makeCertificate()).certificatePem);
    await expect(startGateway()).rejects.toThrow(new RegExp(reason));
  });

  it("are named with the reason if they can't be read", async () => {
    const read = (file: string) => () => readConfig({ TLS_CERT: file, TLS_KEY: file }, false);
    const [none, empty] = [path.join(folder, 'none.pem'), path.join(folder, 'empty.pem')];
    writeFileSync(empty, '');
    expect(read(none)).toThrow(`TLS_CERT: ${none} doesn't exist\nTLS_KEY: ${none} doesn't exist`);
    expect(read(empty)).toThrow(`TLS_CERT: ${empty} is empty`);
    expect(read(folder)).toThrow(`TLS_CERT: ${folder} is a folder`);
  });
});

it('SERVICE_CA is trusted again once it changes, and must contain a certificate', async () => {
  const { certificatePem, privateKeyPem } = await makeCertificate();
  const service = createHttps({ cert: certificatePem, key: privateKeyPem }, (_request, response) =>
    response.end('{}'),
  );
  onTestFinished(() => void service.close());
  const file = path.join(folder, 'ca.pem');
  writeFileSync(file, (await makeCertificate()).certificatePem);
  const settings = { SERVICE_CA: file, SERVICE_URL: `https://localhost:${await listen(service)}` };
  let reload = () => {};
  const gateway = await testGateway(settings, { onReload: (listener) => (reload = listener) });
  onTestFinished(() => gateway.close());
  const status = async () => (await gateway.inject('/api/groups')).statusCode;
  expect(await status()).toBe(502);
  writeFileSync(file, 'nothing');
  reload();
  expect(await status()).toBe(502);
  writeFileSync(file, certificatePem);
  reload();
  expect(await status()).toBe(200);
  for (const [content, problem] of [
    ['nothing', 'no PEM certificate'],
    [certificatePem + certificatePem.slice(0, 300), 'an incomplete or damaged certificate'],
  ] as const) {
    writeFileSync(file, content);
    const refused = `SERVICE_CA (${file}) can't be used: it contains ${problem}`;
    await expect(testGateway(settings)).rejects.toThrow(refused);
  }
});
