/** Finds the browsers for the tests, and installs missing ones. */
import { spawnSync } from 'node:child_process';
import { chromium, type Browser } from '@playwright/test';
import { findProgram, installFromDebian } from './programs.ts';

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

/** Chromium without its window system: the same engine, with a sixth of the CPU time per opened page. */
const headlessShell = 'chromium-headless-shell';

/**
 * Finds a Chromium for the component and end-to-end tests, or installs one.
 * @returns its executable
 * @throws Error if that failed
 */
export function findChromium(): string {
  const given = process.env['BROWSER_PATH'];
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const find = () =>
    findProgram(
      chromium.executablePath(),
      headlessShell,
      'chromium',
      'chromium-browser',
      'google-chrome',
      mac,
    );
  const installs = [
    () => installFromDebian(headlessShell),
    () => spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore' }),
  ];
  let found = given || find();
  for (const install of installs) {
    if (!found) install();
    found ??= find();
  }
  if (!found) throw new Error('Chromium is missing, and installing it failed');
  return found;
}

/** CPU time of all pages with all their threads, in milliseconds. */
export async function pagesCpu(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return pages.reduce((total, { cpuTime }) => total + cpuTime * 1000, 0);
}

/** Of each engine in `npm run test:browsers`: its programs by Debian package. WebKit's driver starts the package's browser. */
const enginePrograms = {
  chromium: { chromium: ['chromium', 'google-chrome'], 'chromium-driver': ['chromedriver'] },
  firefox: { 'firefox-esr': ['firefox-esr', 'firefox'] },
  webkit: { 'webkit2gtk-driver': ['WebKitWebDriver'], xvfb: ['Xvfb'] },
} satisfies Record<string, Record<string, string[]>>;

export type Engine = keyof typeof enginePrograms;
export const engines = Object.keys(enginePrograms) as Engine[];

/** Finds an engine's programs in the order above, or installs them. @returns those, or the Debian packages that are missing */
export function findPrograms(engine: Engine): { files: string[] } | { missing: string[] } {
  const packages = Object.entries<string[]>(enginePrograms[engine]);
  const missing = () => packages.flatMap(([name, programs]) => (findProgram(...programs) ? [] : name));
  if (missing().length > 0) installFromDebian(...missing());
  if (missing().length > 0) return { missing: missing() };
  return { files: packages.flatMap(([, programs]) => findProgram(...programs) ?? []) };
}
