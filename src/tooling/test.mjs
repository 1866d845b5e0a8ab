/**
 * Runs the checks, all of them even if one fails, and prints a summary.
 *
 *   npm test                        everything
 *   npm test -- --only unit         unit and service tests
 *   npm test -- --only static       types, lint, format, unused code
 *   npm test -- --only component    component and page tests in a browser
 *   npm test -- --only e2e          production build and end-to-end tests
 *   npm test -- src/console         unit tests below these paths
 *   npm test -- --changed           static checks, and unit tests of files changed since the last commit
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { findBrowser } from './browser.mjs';
import { databaseTemplate } from './make-database-template.mjs';
import { startCluster } from './postgres-cluster.mjs';
import { keepTemporaryFilesInMemory } from './temporary-folder.mjs';

/** @typedef {{ name: string, ok: boolean, seconds: number, note: string }} Result */

const lanes = ['unit', 'static', 'component', 'e2e'];
const { values: flags, positionals: paths } = parseArgs({
  options: { only: { type: 'string' }, changed: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (flags.only !== undefined && !lanes.includes(flags.only)) {
  process.stderr.write(`--only must be ${lanes.join(', ')}\n`);
  process.exit(1);
}
const filtered = paths.length > 0 || flags.changed;
/** @param {string} lane whether to run it without `--only`: all lanes by default, fewer if tests are filtered */
const runs = (lane) =>
  flags.only !== undefined
    ? flags.only === lane
    : !filtered || lane === 'unit' || (lane === 'static' && flags.changed);

const ci = process.env['CI'] === 'true';
// Playwright's workers always use colors, and Node then warns about NO_COLOR: colors are stripped here instead.
const plain = Boolean(process.env['NO_COLOR']);
const colors = plain ? { NO_COLOR: undefined, FORCE_COLOR: '0' } : {};
/** @type {Result[]} */
const results = [];
let passed = 0;
let failed = 0;
let skipped = 0;
/** @type {string[]} */
const failures = [];

/**
 * Runs a command and prints its output: as it arrives, or when the command ends if others run in parallel.
 * @param {string} name
 * @param {string[]} command
 * @param {{ environment?: Record<string, string>, parallel?: boolean, background?: boolean }} [options] background: run
 *   with what steps of normal priority leave of the processors
 * @returns {Promise<boolean>} whether it succeeded
 */
async function step(name, command, { environment = {}, parallel = false, background = false } = {}) {
  const heading = `\n── ${name}\n`;
  if (!parallel) process.stdout.write(heading);
  const start = Date.now();
  const [program = '', ...args] = command;
  /** @type {string[]} */
  const output = [];
  const ok = await new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: parallel || plain ? 'pipe' : 'inherit',
      env: { ...process.env, ...colors, ...environment },
    });
    if (background && child.pid !== undefined)
      os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
    const print = (/** @type {Buffer} */ chunk) => {
      const text = plain ? stripVTControlCharacters(chunk.toString()) : chunk.toString();
      if (parallel) output.push(text);
      else process.stdout.write(text);
    };
    child.stdout?.on('data', print);
    child.stderr?.on('data', print);
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
  if (parallel) process.stdout.write(heading + output.join(''));
  results.push({ name, ok, seconds: (Date.now() - start) / 1000, note: '' });
  return ok;
}

/** @typedef {{ name: string, message: string }} Test one that failed, and the first line of why */

/**
 * @param {string} file
 * @param {(report: any) => { passed: number, failed: number, skipped: number, failures: Test[], flaky?: Test[] }} read
 */
function count(file, read) {
  if (!existsSync(file)) {
    failed += 1;
    return;
  }
  const counts = read(JSON.parse(readFileSync(file, 'utf8')));
  passed += counts.passed;
  failed += counts.failed;
  skipped += counts.skipped;
  const line = ({ name = '', message = '' }) =>
    `${name}: ${stripVTControlCharacters(message.split('\n')[0] ?? '')}`;
  for (const test of counts.flaky ?? [])
    results.push({ name: 'flaky', ok: true, seconds: 0, note: line(test) });
  // The step that ran them already counts as failed.
  for (const test of counts.failures) failures.push(line(test));
}

/**
 * @param {any[]} suites from Playwright's report: files, and the groups of tests in them
 * @param {'flaky' | 'unexpected'} status of the tests to find: passed only when retried, or failed
 * @param {string[]} above the titles above the suites
 * @returns {Test[]}
 */
function endToEndTests(suites, status, above = []) {
  return suites.flatMap(({ title: suite, suites: inner = [], specs = [] }) => [
    ...specs.flatMap((/** @type {any} */ { title, tests }) =>
      tests
        .filter((/** @type {any} */ test) => test.status === status)
        .map((/** @type {any} */ { results: [first] }) => ({
          name: [...above, suite, title].join(' › '),
          message: first?.error?.message ?? '',
        })),
    ),
    ...endToEndTests(inner, status, [...above, suite]),
  ]);
}

const bin = (/** @type {string} */ name) => `node_modules/.bin/${name}`;
// Steps of several lanes run at the same time.
const parallel = flags.only === undefined && !filtered;
// The tests in a browser take longest.
const beside = { parallel, background: parallel };

/** Two checks at a time, because some of them use only one core. */
async function checkSources() {
  if (!runs('static')) return;
  const how = { ...beside, parallel: true };
  await Promise.all([
    // With more threads, each checks types of its own: twice the CPU time, and rarely sooner.
    step('types', [bin('tsc'), '-b', '--singleThreaded'], how).then(() =>
      step('lint', [bin('oxlint'), '--type-aware', '--deny-warnings'], how),
    ),
    step('format', [bin('oxfmt'), '--check'], how).then(() => step('unused code', [bin('knip')], how)),
  ]);
}

async function build() {
  if (!runs('e2e')) return false;
  const built = await step('production build', [process.execPath, 'src/tooling/build.mjs'], { parallel });
  if (built) await step('bundle budget', [process.execPath, 'src/tooling/bundle-budget.mjs'], { parallel });
  return built;
}

/** @param {string} databaseUrl of a PostgreSQL server; empty if there's none */
async function runUnitTests(databaseUrl) {
  if (!runs('unit')) return;
  const filter = flags.changed ? ['--changed', '--passWithNoTests', ...paths] : paths;
  await vitest('unit and service tests', 'unit', filter, {
    environment: { TEST_DATABASE_URL: databaseUrl },
    ...beside,
  });
}

async function runComponentTests() {
  const browser = runs('component') && browserPath();
  if (!browser) return;
  await vitest('component tests', 'component', ['--config', 'vitest.browser.config.ts'], {
    environment: { BROWSER_PATH: browser },
    parallel,
  });
}

/** @param {string} name @param {string} report @param {string[]} options @param {Parameters<typeof step>[2]} how */
async function vitest(name, report, options, how) {
  const file = `test-results/${report}.json`;
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  await step(name, [bin('vitest'), 'run', ...reporters, ...options], how);
  count(file, (counts) => {
    const unsuccessful = counts.testResults.flatMap(
      (/** @type {any} */ { name: path, status, message, assertionResults }) => {
        const tests = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
        if (status === 'failed' && tests.length === 0)
          // Vitest reports no message if the hook is that of a `describe` block.
          return [
            { name: path, message: message || 'a hook failed, so that its tests were skipped (see above)' },
          ];
        return tests.map((/** @type {any} */ test) => ({
          name: test.fullName,
          // What Vitest reports of a test that timed out.
          message: (test.failureMessages[0] ?? '').replace('Error: STACK_TRACE_ERROR', 'timed out'),
        }));
      },
    );
    return {
      passed: counts.numPassedTests,
      failed: Math.max(unsuccessful.length, counts.success ? 0 : 1),
      skipped: counts.numPendingTests,
      failures: unsuccessful,
    };
  });
}

/** @type {string | undefined} */
let browser;

/** Finds the browser once, and reports it. */
function browserPath() {
  if (browser !== undefined) return browser;
  const found = findBrowser();
  const ok = 'path' in found;
  results.push({ name: 'browser', ok, seconds: 0, note: ok ? found.what : found.missing });
  return (browser = ok ? found.path : '');
}

/** @param {string} databaseUrl @param {boolean} built */
async function runEndToEndTests(databaseUrl, built) {
  const path = built && browserPath();
  if (!path) return;
  await step('end-to-end tests', [bin('playwright'), 'test'], {
    environment: { BROWSER_PATH: path, TEST_DATABASE_URL: databaseUrl },
  });
  count('test-results/e2e.json', ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: endToEndTests(suites, 'unexpected'),
    flaky: endToEndTests(suites, 'flaky'),
  }));
}

rmSync('test-results', { recursive: true, force: true });
mkdirSync('test-results');
keepTemporaryFilesInMemory();

const given = process.env['TEST_DATABASE_URL'] || undefined;
const needsDatabase = runs('unit') || runs('e2e');
const cluster = given || !needsDatabase ? undefined : await startCluster();
const databaseUrl = given ?? (cluster && 'url' in cluster ? cluster.url : '');
if (cluster && 'missing' in cluster) {
  const note = `tests on PostgreSQL were skipped: ${cluster.missing}`;
  results.push({ name: 'PostgreSQL', ok: !ci, seconds: 0, note });
}

// Else several steps would make it at the same time.
if (flags.only !== 'static') await databaseTemplate();

// Next to each other, because tests often wait: for the browser, the database or a timer.
await Promise.all([
  build().then((built) => runEndToEndTests(databaseUrl, built)),
  runComponentTests(),
  checkSources().then(() => runUnitTests(databaseUrl)),
]);
if (cluster && 'stop' in cluster) await cluster.stop();

process.stdout.write('\n── summary\n');
for (const { name, ok, seconds, note } of results) {
  process.stdout.write(
    `${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(24)} ${seconds ? `${seconds.toFixed(1)} s` : ''} ${note}\n`,
  );
}
if (failures.length > 0) process.stdout.write(`\n${failures.join('\n')}\n`);
const failedSteps = results.filter((result) => !result.ok).length;
// A failed check without tests counts as one failure, so that the last line never reports success by mistake.
const total = Math.max(failed, failedSteps);
process.stdout.write(`\n${passed} passed, ${total} failed, ${skipped} skipped\n`);
process.exitCode = total > 0 ? 1 : 0;
