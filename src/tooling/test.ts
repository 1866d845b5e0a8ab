/**
 * Runs the checks, all of them even if one fails, and prints the output of those that fail and a summary.
 *
 *   npm test                        everything
 *   npm test -- --only unit         unit and service tests
 *   npm test -- --only static       types, lint, format, unused code
 *   npm test -- --only component    component and page tests in a browser
 *   npm test -- --only e2e          production build and end-to-end tests
 *   npm test -- src/console         unit tests below these paths
 *   npm test -- --changed           static checks, and unit tests of files changed since the last commit
 *   npm test -- --slowest           also lists the twenty files of each lane that took the most CPU time
 *   npm run test:nightly            what takes long: unit tests on both databases, e2e/nightly, other browsers, soak tests
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { findChromium } from './browsers.ts';
import { meterCpu, type FileTime } from './cpu-time.ts';
import { databaseTemplate } from './database-template.ts';
import { startCluster } from './postgres-cluster.ts';
import { keepTemporaryFilesInMemory } from './temporary-folder.ts';

const { values: flags, positionals: paths } = parseArgs({
  args: process.argv.slice(3),
  options: {
    only: { type: 'string' },
    changed: { type: 'boolean', default: false },
    nightly: { type: 'boolean', default: false },
    slowest: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
type Lane = 'unit' | 'static' | 'component' | 'e2e' | 'browsers' | 'soak';
const lanes: Lane[] = flags.nightly
  ? ['unit', 'e2e', 'browsers', 'soak']
  : ['unit', 'static', 'component', 'e2e'];
const filtered = paths.length > 0 || flags.changed;
/** Whether to run a lane: all by default, fewer if tests are filtered. */
const runs = (lane: Lane) =>
  flags.only !== undefined
    ? flags.only === lane
    : lanes.includes(lane) && (!filtered || lane === 'unit' || (lane === 'static' && flags.changed));

const summary: string[] = [];
const count = { passed: 0, failed: 0, skipped: 0 };
/** In milliseconds: when the first step of a lane started and the last one ended, and the CPU time of all. */
const times = new Map<string, { start: number; end: number; cpu: number }>();
let failedSteps = 0;

function conclude(name: string, ok: boolean, note: string): void {
  if (!ok) failedSteps += 1;
  summary.push(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(24)} ${note}`);
}

const took = (wall: number, cpu: number) =>
  `${(wall / 1_000).toFixed(1)} s`.padEnd(10) + (cpu > 0 ? `CPU ${(cpu / 1_000).toFixed(1)} s` : '');

const bin = (name: string) => `node_modules/.bin/${name}`;

/**
 * Runs a command, and prints its output if it fails.
 * @param isBackground whether to run it with what steps of normal priority leave of the processors
 * @returns whether it succeeded
 */
async function step(
  lane: Lane,
  name: string,
  [program = '', ...args]: string[],
  { environment = {}, isBackground = false } = {},
): Promise<boolean> {
  const start = Date.now();
  let output = '';
  let readCpu = () => 0;
  const ok = await new Promise<boolean>((resolve) => {
    const child = spawn(program, args, { env: { ...process.env, NO_COLOR: undefined, ...environment } });
    if (child.pid) readCpu = meterCpu(child.pid);
    if (isBackground && child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
    const read = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', () => resolve(false)).once('close', (code) => resolve(code === 0));
  });
  if (!ok) process.stdout.write(`\n── ${name}\n${stripVTControlCharacters(output)}`);
  const [end, cpu, before] = [Date.now(), readCpu(), times.get(lane)];
  times.set(lane, { start: Math.min(start, before?.start ?? start), end, cpu: cpu + (before?.cpu ?? 0) });
  conclude(name, ok, took(end - start, cpu));
  return ok;
}

/** The number of tests by outcome, and what to say about those that failed or passed only when retried. */
interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  notes: string[];
}

const note = (kind: 'failed' | 'flaky', test: string, message = '') =>
  `${kind.padEnd(6)} ${test}: ${stripVTControlCharacters(message.split('\n')[0] ?? '')}`;

/** Runs tests, and counts their outcomes in the report that they write. */
async function testStep<Report>(
  lane: Lane,
  name: string,
  command: string[],
  how: Parameters<typeof step>[3],
  [file, read]: [file: string, read: (report: Report) => Outcome],
): Promise<void> {
  await step(lane, name, command, how);
  if (!existsSync(file)) return;
  const { passed, failed, skipped, notes } = read(JSON.parse(readFileSync(file, 'utf8')) as Report);
  count.passed += passed;
  count.failed += failed;
  count.skipped += skipped;
  summary.push(...notes);
}

function vitest(name: string, lane: Lane, options: string[], how?: Parameters<typeof step>[3]) {
  const file = `test-results/${lane}.json`;
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const read = ({ numPassedTests, numPendingTests, testResults }: JsonTestResults): Outcome => {
    const notes = testResults.flatMap(({ name: path, status, message, assertionResults }) => {
      // Vitest reports no message if the hook of a `describe` block failed.
      if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
        return note('failed', path, message || 'a hook failed (see above)');
      return assertionResults.flatMap(({ fullName, status: outcome, failureMessages }) => {
        // What Vitest reports of a test that timed out.
        const reason = failureMessages?.[0]?.replace('Error: STACK_TRACE_ERROR', 'timed out');
        return outcome === 'failed' ? note('failed', fullName, reason) : [];
      });
    });
    return { passed: numPassedTests, failed: notes.length, skipped: numPendingTests, notes };
  };
  return testStep(lane, name, [bin('vitest'), 'run', ...reporters, ...options], how, [file, read]);
}

function playwright(name: string, lane: Lane, databaseUrl: string, ...options: string[]) {
  const file = `test-results/${lane}.json`;
  const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, TEST_DATABASE_URL: databaseUrl };
  const read = ({ stats, suites }: JSONReport): Outcome => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    notes: specsIn(suites).flatMap(({ title, tests: [test] }) => {
      const message = test?.results[0]?.error?.message;
      if (test?.status === 'unexpected') return note('failed', title, message);
      return test?.status === 'flaky' ? note('flaky', title, message) : [];
    }),
  });
  const command = [bin('playwright'), 'test', '--reporter=dot,json', ...options];
  return testStep(lane, name, command, { environment }, [file, read]);
}

/** The tests in suites of Playwright's report, with the titles around them. */
function specsIn(suites: JSONReportSuite[]): JSONReportSpec[] {
  return suites.flatMap(({ title: suite, suites: inner = [], specs }) =>
    [...specs, ...specsIn(inner)].map((spec) => ({ ...spec, title: `${suite} › ${spec.title}` })),
  );
}

/** Two checks at a time, because some of them use only one core. The tests in a browser take longest. */
async function checkSources(): Promise<void> {
  if (!runs('static')) return;
  const how = { isBackground: true };
  await Promise.all([
    // With more threads, each checks types of its own: twice the CPU time, and rarely sooner.
    step('static', 'types', [bin('tsc'), '-b', '--singleThreaded'], how).then(() =>
      step('static', 'lint', [bin('oxlint'), '--type-aware', '--deny-warnings'], how),
    ),
    step('static', 'format', [bin('oxfmt'), '--check'], how).then(() =>
      step('static', 'unused code', [bin('knip')], how),
    ),
  ]);
}

async function runUnitTests(databaseUrl: string): Promise<void> {
  if (!runs('unit')) return;
  const filter = flags.changed ? ['--changed', '--passWithNoTests', ...paths] : paths;
  const TEST_BOTH_DATABASES = flags.nightly ? 'true' : '';
  const how = { environment: { TEST_DATABASE_URL: databaseUrl, TEST_BOTH_DATABASES }, isBackground: true };
  await vitest('unit and service tests', 'unit', filter, how);
}

const tool = (...args: string[]) => [process.execPath, 'src/tooling/run.mjs', ...args];

/** What needs the production build. */
async function runBuilt(databaseUrl: string): Promise<void> {
  const [lane] = (['e2e', 'browsers', 'soak'] as const).filter(runs);
  if (!lane || !(await step(lane, 'production build', tool('build')))) return;
  if (runs('e2e')) {
    await step('e2e', 'bundle budget', [process.execPath, 'src/tooling/bundle-budget.mjs']);
    const project = flags.nightly ? 'nightly' : 'everyday';
    await playwright('end-to-end tests', 'e2e', databaseUrl, '--project', project);
  }
  if (runs('browsers'))
    await playwright('browsers', 'browsers', '', '--config', 'playwright.browsers.config.ts');
  if (!runs('soak')) return;
  for (const name of ['jobs', 'writes'])
    await step('soak', `soak test of ${name}`, tool('soak', name, '--kills', '5'));
}

/** Starts a PostgreSQL server if `TEST_DATABASE_URL` doesn't name one and tests need it. */
async function startDatabase(): Promise<{ url: string; stop?(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given || !(runs('unit') || runs('e2e'))) return { url: given ?? '' };
  const cluster = await startCluster();
  if (!('missing' in cluster)) return cluster;
  const isAllowed = process.env['CI'] !== 'true';
  conclude('PostgreSQL', isAllowed, `tests on PostgreSQL were skipped: ${cluster.missing}`);
  return { url: '' };
}

/** Lists the files of each lane that took the most CPU time, or else the most time. */
function listSlowest(file: string): void {
  if (!existsSync(file)) return;
  const sums = new Map<string, FileTime>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const each = JSON.parse(line) as FileTime;
    const { cpu = 0, wall = 0 } = sums.get(each.file) ?? {};
    sums.set(each.file, { ...each, cpu: cpu + each.cpu, wall: wall + each.wall });
  }
  const sorted = [...sums.values()].sort((a, b) => b.cpu - a.cpu || b.wall - a.wall);
  for (const lane of times.keys()) {
    const slowest = sorted.filter((each) => each.lane === lane).slice(0, 20);
    const lines = slowest.map((each) => `${took(each.wall, each.cpu).padEnd(24)} ${each.file}\n`);
    if (lines.length > 0) process.stdout.write(`\nSlowest files: ${lane}\n${lines.join('')}`);
  }
}

export async function run(): Promise<void> {
  if (flags.only !== undefined && !lanes.some((lane) => lane === flags.only))
    throw new Error(`--only must be ${lanes.join(', ')}`);
  rmSync('test-results', { recursive: true, force: true });
  mkdirSync('test-results');
  keepTemporaryFilesInMemory();
  const [start, readCpu] = [Date.now(), meterCpu(process.pid)];
  const fileTimes = `${process.cwd()}/test-results/file-times.jsonl`;
  if (flags.slowest) process.env['FILE_TIMES'] = fileTimes;
  const { url, stop } = await startDatabase();
  // Else several steps would make it or look for it at the same time.
  if (flags.only !== 'static') await databaseTemplate();
  if (runs('component') || runs('e2e')) process.env['BROWSER_PATH'] = findChromium();
  // Next to each other, because tests often wait: for the browser, the database or a timer.
  await Promise.all([
    runBuilt(url),
    runs('component') && vitest('component tests', 'component', ['--config', 'vitest.browser.config.ts']),
    checkSources().then(() => runUnitTests(url)),
  ]);
  await stop?.();
  for (const [lane, { start: first, end, cpu }] of times)
    summary.push(`     ${lane.padEnd(24)} ${took(end - first, cpu)}`);
  // With PostgreSQL, and what prepares the tests.
  summary.push(`     ${'all'.padEnd(24)} ${took(Date.now() - start, readCpu())}`);
  listSlowest(fileTimes);
  // A failed check without tests counts as one failure, so that the last line never reports success by mistake.
  const failed = Math.max(count.failed, failedSteps);
  process.stdout.write(
    `${summary.join('\n')}\n\n${count.passed} passed, ${failed} failed, ${count.skipped} skipped\n`,
  );
  process.exitCode = failed > 0 ? 1 : 0;
}
