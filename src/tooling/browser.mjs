/** Finds a Chromium for the component and end-to-end tests, or installs one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { filesOnPath, installFromDebian } from './programs.mjs';

/** Chromium without its window system: the same engine, with a sixth of the CPU time per opened page. */
const headlessShell = 'chromium-headless-shell';

/** Chromium's command line for tests: no work in the background. */
export const launchArguments = [
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Tests leave pages before optimized code pays off: without it, they take a third less CPU time.
  '--js-flags=--no-turbofan,--no-maglev',
  // Chromium's sandbox doesn't run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** @returns {{ path: string, what: string } | { missing: string }} the executable and a description of it */
export function findBrowser() {
  const given = process.env['BROWSER_PATH'];
  if (given) return { path: given, what: given };
  if (process.env['CI'] === 'true' && !onPath([headlessShell])) installFromDebian(headlessShell);
  const found = playwrights() ?? systems();
  if (found) return found;
  if (spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore' }).status === 0) {
    const own = playwrights();
    if (own) return { ...own, what: `${own.what}, just downloaded` };
  }
  installFromDebian('chromium');
  const debian = systems();
  if (debian) return { ...debian, what: `${debian.what}, just installed` };
  return { missing: 'Chromium is missing, and installing it failed' };
}

function playwrights() {
  const file = chromium.executablePath();
  return existsSync(file) ? { path: file, what: "Playwright's Chromium" } : undefined;
}

function systems() {
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const file =
    onPath([headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) ??
    (existsSync(mac) ? mac : undefined);
  if (!file) return undefined;
  const version = execFileSync(file, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  return { path: file, what: version };
}

/** @param {string[]} names @returns {string | undefined} the path of the first program that exists */
function onPath(names) {
  return filesOnPath(...names).find((file) => existsSync(file));
}
