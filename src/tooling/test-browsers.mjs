/**
 * Runs the journeys in `e2e/browsers` in Chromium, Firefox and WebKit, and prints a summary. Installs missing browsers on
 * Debian, as root; elsewhere, the journeys of a missing browser are skipped.
 *
 *   npm run test:browsers              all three
 *   npm run test:browsers -- webkit    some of them
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { engines, findPrograms } from './browser-programs.mjs';
import { installFromDebian } from './programs.mjs';
import { isBuilt } from './sources.mjs';

const given = process.argv.slice(2);
const unknown = given.filter((name) => !engines.some((engine) => engine === name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown browser ${unknown.join(', ')}. Choose from ${engines.join(', ')}\n`);
  process.exit(1);
}
const chosen = engines.filter((engine) => given.length === 0 || given.includes(engine));

/** @returns {string[]} the Debian packages that a browser lacks @param {import('./browser-programs.mjs').Engine} engine */
const missingOf = (engine) => {
  const programs = findPrograms(engine);
  return 'missing' in programs ? programs.missing : [];
};
const missing = new Set(chosen.flatMap(missingOf));
if (missing.size > 0) installFromDebian(...missing);

/** @param {string[]} command @returns {boolean} whether it succeeded */
const succeeds = ([program = '', ...args]) => spawnSync(program, args, { stdio: 'inherit' }).status === 0;
const report = 'test-results/browsers.json';
mkdirSync('test-results', { recursive: true });
rmSync(report, { force: true });
const built = isBuilt() || succeeds([process.execPath, 'src/tooling/build.mjs']);
const config = ['--config', 'playwright.browsers.config.ts'];
const projects = chosen.flatMap((engine) => ['--project', engine]);
const ok = built && succeeds(['node_modules/.bin/playwright', 'test', ...config, ...projects]);

for (const engine of chosen) {
  const packages = missingOf(engine);
  if (packages.length > 0) process.stdout.write(`skipped ${engine}: install ${packages.join(', ')}\n`);
}
if (built) {
  const { stats } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = Math.max(stats.unexpected, ok ? 0 : 1);
  process.stdout.write(
    `\n${stats.expected + stats.flaky} passed, ${failed} failed, ${stats.skipped} skipped\n`,
  );
}
process.exitCode = ok ? 0 : 1;
