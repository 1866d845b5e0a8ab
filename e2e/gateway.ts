import { cpSync, rmSync } from 'node:fs';
import { expect, type APIRequestContext } from '@playwright/test';
import type { LabRule } from '../src/contract/lab.ts';
import { startGateway as start, type Gateway as BuiltGateway } from '../src/tooling/gateway.ts';
import { temporaryFolder as newFolder } from '../src/tooling/temporary-folder.ts';

/** A running gateway with its data folder. */
export type Gateway = BuiltGateway & { dataDir: string };

/** PGlite is WebAssembly, and optimizing it would take longer than it saves in the short life of a gateway. */
export const gatewayCommand = [process.execPath, '--liftoff-only', 'dist/server/main.js'] as const;

/** An empty folder of its own. */
export const temporaryFolder = () => newFolder('e2e');

/** A data folder: of the demo, as its first start has left it (see `seeded.ts`); else an empty one. */
export function seededFolder(args = ['--demo']): string {
  const folder = temporaryFolder();
  const seeded = process.env['SEEDED_DATA_DIR'];
  if (seeded && args.includes('--demo')) cpSync(seeded, folder, { recursive: true });
  return folder;
}

/**
 * Starts the built gateway.
 * @param via a command that runs the gateway, such as `unshare` with its options
 * @throws Error with its output when it ends
 */
export async function startGateway(
  environment: Record<string, string> = {},
  args: string[] = ['--demo'],
  via: string[] = [],
): Promise<Gateway> {
  const dataDir = environment['DATA_DIR'] ?? seededFolder(args);
  const command = [...via, ...gatewayCommand, ...args];
  return { dataDir, ...(await start({ DATA_DIR: dataDir, ...environment }, command)) };
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
