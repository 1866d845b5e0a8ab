import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPrograms, type Engine } from '../../src/tooling/browser-programs.mjs';
import { stepLimit } from '../../src/tooling/time-limits.mjs';
import { overHttp, overMarionette, type Send } from './protocol.ts';

/** A running browser. */
export interface Browser {
  send: Send;
  stop(): Promise<void>;
}

/** Starts a browser with an empty profile. @throws Error if its programs are missing */
export async function launch(engine: Engine): Promise<Browser> {
  const looked = findPrograms(engine);
  if ('missing' in looked) throw new Error(`Missing: ${looked.missing.join(', ')}`);
  const started = new Started();
  try {
    const send = await launchers[engine](looked.files, started);
    await send('resize', { x: 0, y: 0, width: 1280, height: 900 });
    return { send, stop: async () => started.stop(send) };
  } catch (error) {
    await started.stop();
    throw error;
  }
}

/** Processes and folders of a browser, to clean up. */
class Started {
  readonly #processes: ChildProcess[] = [];
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'palisade-browser-'));

  get folder(): string {
    return this.#folder;
  }

  run(program: string, args: string[], environment: Record<string, string> = {}): ChildProcess {
    const child = spawn(program, args, {
      // Its own group, because browsers start processes of their own.
      detached: true,
      env: { ...process.env, HOME: this.#folder, TMPDIR: this.#folder, ...environment },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    this.#processes.push(child);
    return child;
  }

  async stop(send?: Send): Promise<void> {
    await send?.('endSession').catch(() => undefined);
    for (const child of this.#processes.toReversed()) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const { pid, exitCode } = child;
      if (pid === undefined || exitCode !== null) continue;
      process.kill(-pid, 'SIGKILL');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Preferences of Firefox: any free port; no pages of its own, updates or reports. */
const preferences = {
  'marionette.port': 0,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  // The viewer's page has no storage.
  'devtools.jsonview.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
};

const launchers: Record<Engine, (files: string[], started: Started) => Promise<Send>> = {
  async chromium([browser = '', driver = ''], started) {
    const args = ['--headless=new', '--disable-gpu', '--no-first-run'];
    // Chromium's sandbox doesn't run as root.
    if (process.getuid?.() === 0) args.push('--no-sandbox');
    return startDriver(started, driver, {}, { 'goog:chromeOptions': { binary: browser, args } });
  },

  async firefox([browser = ''], started) {
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${value});`,
    );
    writeFileSync(path.join(started.folder, 'user.js'), lines.join('\n'));
    const child = started.run(browser, [
      '--marionette',
      '--headless',
      '--no-remote',
      '--profile',
      started.folder,
    ]);
    const portFile = path.join(started.folder, 'MarionetteActivePort');
    const port = await eventually(child, () => {
      const text = existsSync(portFile) ? readFileSync(portFile, 'utf8') : '';
      return text === '' ? undefined : Number(text);
    });
    const send = await overMarionette(port);
    await send('newSession', { capabilities: { alwaysMatch: common } });
    return send;
  },

  async webkit([driver = '', browser = '', server = ''], started) {
    // The X server writes the number of the display that it found free to this file descriptor.
    const display = started.run(server, [
      '-displayfd',
      '3',
      '-screen',
      '0',
      '1280x900x24',
      '-nolisten',
      'tcp',
    ]);
    const number = await new Promise<string>((resolve, reject) => {
      display.stdio[3]?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
      display.once('exit', () => reject(new Error('Xvfb ended')));
    });
    const environment = { DISPLAY: `:${number}`, GDK_BACKEND: 'x11' };
    const options = { binary: browser, args: ['--automation'] };
    return startDriver(started, driver, environment, { 'webkitgtk:browserOptions': options });
  },
};

/** Accepts the demo provider's self-signed certificate. */
const common = { acceptInsecureCerts: true, unhandledPromptBehavior: 'accept' };

async function startDriver(
  started: Started,
  program: string,
  environment: Record<string, string>,
  capabilities: object,
): Promise<Send> {
  const port = await freePort();
  const child = started.run(program, [`--port=${port}`], environment);
  const origin = `http://127.0.0.1:${port}`;
  await eventually(
    child,
    async () => (await fetch(`${origin}/status`).catch(() => undefined))?.ok || undefined,
  );
  const send = overHttp(origin);
  await send('newSession', { capabilities: { alwaysMatch: { ...common, ...capabilities } } });
  return send;
}

/** Repeats `look` until it returns something. @throws Error if the process ends, or nothing comes in time */
async function eventually<Result>(
  child: ChildProcess,
  look: () => Result | undefined | Promise<Result | undefined>,
): Promise<Result> {
  for (const end = Date.now() + stepLimit; Date.now() < end; await wait(50)) {
    const result = await look();
    if (result !== undefined) return result;
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
  }
  throw new Error(`${child.spawnfile} didn't start in time`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
