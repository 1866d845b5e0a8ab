/** Finds a Chromium for the end-to-end tests, or installs one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/**
 * @returns {{ path: string, what: string } | { missing: string }} the executable, and which one it is
 */
export function findBrowser() {
  const found = installed();
  if (found) return found;
  if (spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore' }).status === 0) {
    const own = playwrights();
    if (own) return { ...own, what: `${own.what}, just downloaded` };
  }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'ignore', env });
    const debian = installed();
    if (debian) return { ...debian, what: `${debian.what}, just installed` };
  }
  return { missing: 'no Chromium was found, and none could be installed' };
}

function installed() {
  return playwrights() ?? systems();
}

function playwrights() {
  const file = chromium.executablePath();
  return existsSync(file) ? { path: file, what: "Playwright's Chromium" } : undefined;
}

function systems() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  const file = candidates.find((candidate) => existsSync(candidate));
  if (!file) return undefined;
  const version = execFileSync(file, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  return { path: file, what: version };
}
