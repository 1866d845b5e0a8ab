/**
 * Measures the list of users in Chromium, with 1,000 and with 50,000 users amid 100,000 groups, in one run.
 * Arguments are numbers of users: `npm run bench:users -- 1000 50000`.
 */
import { rmSync } from 'node:fs';
import { launchBrowser, signedInPage } from './browser-page.mjs';
import { ms, p95 } from './figures.mjs';
import { signIn, startGateway } from './gateway.mjs';
import { filterLetters, recordKeys, scrollFrames, searchAnswers, weight } from './measure.mjs';
import { seededFolder } from './seed.mjs';
import { buildProduct } from '../build.mjs';
import { isBuilt } from '../sources.mjs';

const asked = process.argv.slice(2).map(Number);
const sizes = asked.length > 0 ? asked : [1000, 50_000];
const groups = 100_000;
const userPage = '/access/users/777';
const label = 'Search users';
// The first one found of each is not among those found of the next: that tells the answers apart.
const texts = [
  ['bo ', 'user.7', 'rossi', 'user.42', 'finn park', '.99', 'eve ', 'user.900', 'quist', 'user.512'],
  ['gus ', 'user.31', 'ada ', 'user.66', 'cleo ', 'user.88', 'okafor', 'dan ', 'user.150', '.77'],
].flat();
const words = ['user.12', 'eve nova', 'gus oka', 'rossi'];
const letters = words.flatMap((word) =>
  Array.from({ length: word.length }, (_, index) => word.slice(0, index + 1)),
);
const repeated = (/** @type {number} */ count, /** @type {string} */ key) =>
  Array.from({ length: count }, () => key);
const steps = repeated(60, 'ArrowDown');
const jumps = ['End', ...repeated(10, 'PageUp'), 'Home', ...repeated(28, 'PageDown'), 'End'];

if (!isBuilt()) await buildProduct();
const browser = await launchBrowser();

/** What the service alone takes to answer each search. @param {string} url */
async function serviceAnswers(url) {
  const headers = { cookie: await signIn(url) };
  const times = [];
  for (const text of texts) {
    const start = performance.now();
    const address = `${url}/api/users?limit=100&search=${encodeURIComponent(text)}`;
    const response = await fetch(address, { headers });
    await response.text();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b);
}

/** Opens an address and waits for what makes it useful. @param {string} url @param {string} address @param {string} selector */
async function opened(url, address, selector) {
  const page = await signedInPage(browser, url);
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests += 1;
  });
  const start = performance.now();
  await page.goto(address);
  await page.locator(selector).first().waitFor({ timeout: 120_000 });
  const time = performance.now() - start;
  await page.waitForLoadState('networkidle', { timeout: 120_000 });
  return { page, time, requests };
}

/** @param {number} size */
async function measure(size) {
  const folder = await seededFolder('balanced', groups, size);
  const gateway = await startGateway(folder);
  const { page, time: firstRows, requests } = await opened(gateway.url, '/access/users', '[data-record] a');
  const key = p95(await page.evaluate(recordKeys, steps));
  const jump = p95(await page.evaluate(recordKeys, jumps));
  const frame = p95(await page.evaluate(scrollFrames));
  const { nodes, megabytes } = await page.evaluate(weight);
  const letter = p95(await page.evaluate(filterLetters, { label, texts: letters }));
  const answer = p95(await page.evaluate(searchAnswers, { label, texts }));
  await page.context().close();
  const service = p95(await serviceAnswers(gateway.url));
  const record = await opened(gateway.url, userPage, '[role=region][aria-label^="Effective access"]');
  await record.page.context().close();
  const roles = await opened(gateway.url, '/access/roles', '[data-record] a');
  await roles.page.context().close();
  const group = await opened(gateway.url, '/groups/1', 'table[aria-label^="Users of"]');
  const inGroup = await group.page.evaluate(weight);
  await group.page.context().close();
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
  return {
    size,
    firstRows,
    key,
    jump,
    frame,
    megabytes,
    nodes: Math.max(nodes, inGroup.nodes),
    letter,
    answer,
    service,
    user: record.time,
    roles: roles.time,
    group: group.time,
    requests: `${requests} / ${record.requests} / ${roles.requests}`,
  };
}

const results = [];
for (const size of sizes) results.push(await measure(size));
await browser.close();

process.stdout.write(
  `Milliseconds unless said otherwise; ${groups.toLocaleString('en')} groups. A search waits 200 ms for more letters.\n`,
);
console.table(
  results.map((result) => ({
    users: result.size,
    'first rows': ms(result.firstRows),
    'key p95': ms(result.key),
    'jump p95': ms(result.jump),
    'letter p95': ms(result.letter),
    'answer p95': ms(result.answer),
    'of it service p95': ms(result.service),
    'frame p95': ms(result.frame),
    'open user': ms(result.user),
    'open roles': ms(result.roles),
    'users of group': ms(result.group),
    'heap MB': ms(result.megabytes),
    nodes: result.nodes,
    'requests (users / user / roles)': result.requests,
  })),
);
const [small] = results;
const large = results.at(-1);
if (small && large && small !== large) {
  const verdict = (
    /** @type {string} */ what,
    /** @type {number} */ of,
    /** @type {number} */ to,
    limit = 0,
  ) =>
    `${to <= Math.max(2 * of, limit) ? 'kept ' : 'MISSED'} ${what}: ${ms(to)} ms, ${(to / of).toFixed(1)}× of ${ms(of)}\n`;
  process.stdout.write(
    `At ${large.size.toLocaleString('en')} users, against at most 2× of ${small.size.toLocaleString('en')} or, for a key, ` +
      `16 ms and, for a letter, 50 ms:\n${
        verdict('key press', small.key, large.key, 16) +
        verdict('jump (End, Home, Page Up and Down)', small.jump, large.jump) +
        verdict('letter', small.letter, large.letter, 50) +
        verdict('answer to a search', small.answer, large.answer) +
        verdict('first rows', small.firstRows, large.firstRows) +
        verdict('opening a user', small.user, large.user)
      }${large.nodes <= 1500 ? 'kept ' : 'MISSED'} at most 1,500 DOM nodes: ${large.nodes}\n`,
  );
}
