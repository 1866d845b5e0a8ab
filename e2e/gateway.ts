import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, type APIRequestContext } from '@playwright/test';
import type { LabRule } from '../src/contract/lab.ts';
import { makeCertificate } from '../src/demo/provider/certificate.ts';

/** A running gateway of the built product. */
export interface Gateway {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  /** Ends it with a signal and waits for its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** PGlite is WebAssembly, and optimizing it would take longer than it saves in the short life of a gateway. */
export const gatewayCommand = [process.execPath, '--liftoff-only', 'dist/server/main.js'] as const;

/** An empty folder of its own, removed by the caller. */
export function temporaryFolder(): string {
  return mkdtempSync(path.join(os.tmpdir(), 'palisade-e2e-'));
}

/** A data folder: of the demo, as its first start has left it (see `seeded.ts`); else an empty one. */
export function seededFolder(args = ['--demo']): string {
  const folder = temporaryFolder();
  const seeded = process.env['SEEDED_DATA_DIR'];
  if (seeded && args.includes('--demo')) cpSync(seeded, folder, { recursive: true });
  return folder;
}

/**
 * Starts the built gateway and waits for the address that it prints.
 * @param via a command that runs the gateway, such as `unshare` with its options
 * @throws Error with its output when it ends
 */
export async function startGateway(
  environment: Record<string, string> = {},
  args: string[] = ['--demo'],
  via: string[] = [],
): Promise<Gateway> {
  const dataDir = environment['DATA_DIR'] ?? seededFolder(args);
  const [program = '', ...rest] = [...via, ...gatewayCommand, ...args];
  const child = spawn(program, rest, {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DEMO_PROVIDER_PORT: '0',
      DATA_DIR: dataDir,
      ...environment,
    },
  });
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Palisade Console\s+(https?:\/\/\S+?)\/\s/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then((code) => reject(new Error(`The gateway ended with ${code}:\n${output}`)));
  });
  return {
    url,
    dataDir,
    process: child,
    output: () => output,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
  };
}

/** Makes a certificate of our own in a folder. @returns the settings with which a gateway speaks TLS */
export async function certificateIn(folder: string): Promise<{ TLS_CERT: string; TLS_KEY: string }> {
  const { certificatePem, privateKeyPem } = await makeCertificate();
  const settings = { TLS_CERT: path.join(folder, 'certificate.pem'), TLS_KEY: path.join(folder, 'key.pem') };
  writeFileSync(settings.TLS_CERT, certificatePem);
  writeFileSync(settings.TLS_KEY, privateKeyPem);
  return settings;
}

/** Removes a data folder. */
export function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Has the service behind a gateway behave otherwise, by a scenario of the demo. */
export async function applyRules(api: APIRequestContext, ...rules: LabRule[]): Promise<void> {
  const response = await api.put('/-/lab/scenario', { data: { data: { rules } } });
  expect(response.status()).toBe(200);
}

/** Ends the session that next calls an endpoint. If the cookie were removed, calls still in flight would be rejected, too. */
export const endSessionAt = (api: APIRequestContext, endpoint: LabRule['endpoint']) =>
  applyRules(api, { endpoint, effect: { kind: 'session-ended' }, times: 1 });

/** Has the service behind a gateway behave as another version of it. */
export async function emulate(api: APIRequestContext, version: string): Promise<void> {
  await applyRules(api, { endpoint: '*', effect: { kind: 'version', version }, times: null });
}
