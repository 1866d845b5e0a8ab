/** Runs every check of the product, all of them even when one fails, and prints one summary at the end. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { findBrowser } from './browser.mjs';
import { startCluster } from './postgres-cluster.mjs';

/** @typedef {{ name: string, ok: boolean, seconds: number, note: string }} Result */

const ci = process.env['CI'] === 'true';
/** @type {Result[]} */
const results = [];
let passed = 0;
let failed = 0;
let skipped = 0;

/**
 * Shows what a command prints: while it runs, or at its end where others run beside it.
 * @param {string} name
 * @param {string[]} command
 * @param {{ environment?: Record<string, string>, beside?: boolean }} [options]
 * @returns {Promise<boolean>} whether it succeeded
 */
async function step(name, command, { environment = {}, beside = false } = {}) {
  const heading = `\n── ${name}\n`;
  if (!beside) process.stdout.write(heading);
  const start = Date.now();
  const [program = '', ...args] = command;
  /** @type {Buffer[]} */
  const printed = [];
  const ok = await new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: beside ? 'pipe' : 'inherit',
      env: { ...process.env, ...environment },
    });
    child.stdout?.on('data', (chunk) => printed.push(chunk));
    child.stderr?.on('data', (chunk) => printed.push(chunk));
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
  if (beside) process.stdout.write(heading + Buffer.concat(printed).toString());
  results.push({ name, ok, seconds: (Date.now() - start) / 1000, note: '' });
  return ok;
}

/** @param {string} file @param {(report: any) => { passed: number, failed: number, skipped: number }} read */
function count(file, read) {
  if (!existsSync(file)) {
    failed += 1;
    return;
  }
  const counts = read(JSON.parse(readFileSync(file, 'utf8')));
  passed += counts.passed;
  failed += counts.failed;
  skipped += counts.skipped;
}

/**
 * @param {any[]} suites as Playwright reports them
 * @returns {string[]} the titles of the tests that passed at their second try alone
 */
function unsteady(suites) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs
      .filter((/** @type {any} */ { tests }) =>
        tests.some((/** @type {any} */ test) => test.status === 'flaky'),
      )
      .map((/** @type {any} */ { file, title }) => `${file}: ${title}`),
    ...unsteady(inner),
  ]);
}

rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results');

const bin = (/** @type {string} */ name) => `node_modules/.bin/${name}`;
const beside = true;
// Two at a time: some of them use one core alone.
const [built] = await Promise.all([
  (async () => {
    await step('types', [bin('tsc'), '-b'], { beside });
    await step('lint', [bin('oxlint'), '--type-aware', '--deny-warnings'], { beside });
    const done = await step('production build', [process.execPath, 'src/tooling/build.mjs'], { beside });
    if (done) await step('bundle budget', [process.execPath, 'src/tooling/bundle-budget.mjs'], { beside });
    return done;
  })(),
  (async () => {
    await step('format', [bin('prettier'), '--check', '--log-level', 'warn', '.'], { beside });
    await step('unused code', [bin('knip')], { beside });
  })(),
]);

const given = process.env['TEST_DATABASE_URL'];
const cluster = given ? undefined : await startCluster();
const server = given ?? (cluster && 'url' in cluster ? cluster.url : '');
await step(
  'unit and service tests',
  [bin('vitest'), 'run', '--reporter=dot', '--reporter=json', '--outputFile.json=test-results/unit.json'],
  { environment: { TEST_DATABASE_URL: server } },
);
count('test-results/unit.json', (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + (report.success || report.numFailedTests > 0 ? 0 : 1),
  skipped: report.numPendingTests,
}));
if (server === '') {
  const note = `neither the service tests nor those of several instances ran on PostgreSQL: ${cluster && 'missing' in cluster ? cluster.missing : ''}`;
  results.push({ name: 'PostgreSQL', ok: !ci, seconds: 0, note });
}

const browser = findBrowser();
if ('missing' in browser) results.push({ name: 'browser', ok: false, seconds: 0, note: browser.missing });
else results.push({ name: 'browser', ok: true, seconds: 0, note: browser.what });
if (built && 'path' in browser) {
  await step('end-to-end tests', [bin('playwright'), 'test'], {
    environment: { BROWSER_PATH: browser.path, TEST_DATABASE_URL: server },
  });
  count('test-results/e2e.json', ({ stats, suites }) => {
    for (const name of unsteady(suites))
      results.push({ name: 'second try', ok: true, seconds: 0, note: name });
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
  });
}
if (cluster && 'stop' in cluster) await cluster.stop();

process.stdout.write('\n── summary\n');
for (const { name, ok, seconds, note } of results) {
  process.stdout.write(
    `${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(24)} ${seconds ? `${seconds.toFixed(1)} s` : ''} ${note}\n`,
  );
}
const broken = results.filter((result) => !result.ok).length;
// A failing check that runs no tests counts as one failure, so that the last line never looks green when it is not.
const total = Math.max(failed, broken);
process.stdout.write(`\n${passed} passed, ${total} failed, ${skipped} skipped\n`);
process.exitCode = total > 0 ? 1 : 0;
