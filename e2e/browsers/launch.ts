import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Capabilities, WebDriver } from 'selenium-webdriver';
import { Executor, HttpClient } from 'selenium-webdriver/http/index.js';
import { DriverService } from 'selenium-webdriver/remote/index.js';
import type { Engine } from '../../src/tooling/browsers.ts';
import { freePort } from '../../src/tooling/postgres-cluster.ts';
import { temporaryFolder } from '../../src/tooling/temporary-folder.ts';
import { stepLimit } from '../../src/tooling/time-limits.ts';
import { Marionette } from './marionette.ts';

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

/** Starts a browser with an empty profile; `quit()` ends all that belongs to it. @param files from `findPrograms` */
export async function launch(engine: Engine, files: string[]): Promise<WebDriver> {
  const folder = temporaryFolder('browser');
  const environment = { ...process.env, HOME: folder, TMPDIR: folder };
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })];
  const stop = async () => {
    for (const end of ends.toReversed()) await end();
  };

  const run = (program: string, args: string[]) => {
    // Its own group, because browsers start processes of their own.
    const options = { detached: true, env: environment };
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const exited = once(child, 'exit');
    ends.push(async () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      await exited;
    });
    return child;
  };

  const startDriver = async (program: string, env = {}) => {
    const port = await freePort();
    const options = { loopback: true, port, args: [`--port=${port}`], env: { ...environment, ...env } };
    const service = new DriverService(program, options);
    ends.push(() => service.kill());
    return new Executor(new HttpClient(await service.start(stepLimit)));
  };

  const starts = {
    async chromium([binary, driver = '']: string[]) {
      const args = ['--headless=new', '--disable-gpu', '--no-first-run'];
      // Chromium's sandbox doesn't run as root.
      if (process.getuid?.() === 0) args.push('--no-sandbox');
      return [await startDriver(driver), { 'goog:chromeOptions': { binary, args } }] as const;
    },

    async firefox([browser = '']: string[]) {
      const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});`);
      writeFileSync(path.join(folder, 'user.js'), lines.join('\n'));
      const child = run(browser, ['--marionette', '--headless', '--no-remote', '--profile', folder]);
      const portFile = path.join(folder, 'MarionetteActivePort');
      for (const end = Date.now() + stepLimit; !existsSync(portFile); await wait(50))
        if (child.exitCode !== null || Date.now() > end) throw new Error("Firefox didn't start");
      return [new Marionette(Number(readFileSync(portFile, 'utf8'))), {}] as const;
    },

    async webkit([driver = '', server = '']: string[]) {
      // The X server writes the number of the display that it found free to this file descriptor.
      const display = run(server, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']);
      const [number] = (await once(display.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
      const executor = await startDriver(driver, {
        DISPLAY: `:${number.toString().trim()}`,
        GDK_BACKEND: 'x11',
      });
      return [executor, {}] as const;
    },
  };

  try {
    const [executor, own] = await starts[engine](files);
    // Accepts the demo provider's self-signed certificate.
    const common = { acceptInsecureCerts: true, unhandledPromptBehavior: 'accept' };
    const driver = WebDriver.createSession(executor, new Capabilities({ ...common, ...own }), stop);
    await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 });
    return driver;
  } catch (error) {
    await stop();
    throw error;
  }
}
