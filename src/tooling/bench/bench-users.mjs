/**
 * Measures the list of users in Chromium with 1,000 and 50,000 users in 100,000 groups.
 * Arguments are numbers of users: `npm run bench:users -- 1000 50000`.
 */
import { launchBrowser, signedInPage } from './browser-page.mjs';
import { ms, p95 } from './figures.mjs';
import { signIn } from './gateway.mjs';
import { filterLetters, recordKeys, scrollFrames, searchTimes, weight } from './measure.mjs';
import { seededGateway } from './seed.mjs';

const requested = process.argv.slice(2).map(Number);
const sizes = requested.length > 0 ? requested : [1000, 50_000];
const groups = 100_000;
const userPage = '/access/users/777';
const label = 'Search users';
// No text's first result is among the next text's results, so that the results can be distinguished.
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

const browser = await launchBrowser();

/** Measures each search without the console. @param {string} url */
async function serviceTimes(url) {
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

/** Opens a URL and waits for its main content. @param {string} url @param {string} address @param {string} selector */
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
  const gateway = await seededGateway('balanced', groups, { users: size });
  const { page, time: firstRows, requests } = await opened(gateway.url, '/access/users', '[data-index] a');
  const key = p95(await page.evaluate(recordKeys, steps));
  const jump = p95(await page.evaluate(recordKeys, jumps));
  const frame = p95(await page.evaluate(scrollFrames));
  const { nodes, megabytes } = await page.evaluate(weight);
  const letter = p95(await page.evaluate(filterLetters, { label, texts: letters }));
  const answer = p95(await page.evaluate(searchTimes, { label, texts }));
  await page.context().close();
  const service = p95(await serviceTimes(gateway.url));
  const record = await opened(gateway.url, userPage, '[role=region][aria-label^="Effective access"]');
  await record.page.context().close();
  const roles = await opened(gateway.url, '/access/roles', '[data-index] a');
  await roles.page.context().close();
  const group = await opened(gateway.url, '/groups/1', 'table[aria-label^="Users of"]');
  const inGroup = await group.page.evaluate(weight);
  await group.page.context().close();
  await gateway.stop();
  const times = {
    'first rows': firstRows,
    'key p95': key,
    'jump p95': jump,
    'letter p95': letter,
    'results p95': answer,
    'service p95': service,
    'frame p95': frame,
    'open user': record.time,
    'open roles': roles.time,
    'users of group': group.time,
  };
  const others = {
    'heap MB': ms(megabytes),
    nodes: Math.max(nodes, inGroup.nodes),
    'requests (users / user / roles)': `${requests} / ${record.requests} / ${roles.requests}`,
  };
  return { size, times, others };
}

const results = [];
for (const size of sizes) results.push(await measure(size));
await browser.close();

process.stdout.write(
  `Milliseconds unless said otherwise; ${groups.toLocaleString('en')} groups. A search waits 200 ms for more letters.\n`,
);
console.table(
  results.map(({ size, times, others }) => ({
    users: size,
    ...Object.fromEntries(Object.entries(times).map(([what, time]) => [what, ms(time)])),
    ...others,
  })),
);
const [small] = results;
const large = results.at(-1);
if (small && large && small !== large) {
  const verdict = (/** @type {string} */ what, /** @type {keyof typeof large.times} */ figure, limit = 0) => {
    const [of, to] = [small.times[figure], large.times[figure]];
    return `${to <= Math.max(2 * of, limit) ? 'ok    ' : 'MISSED'} ${what}: ${ms(to)} ms, ${(to / of).toFixed(1)}× ${ms(of)} ms\n`;
  };
  process.stdout.write(
    `At ${large.size.toLocaleString('en')} users, at most 2× the time at ${small.size.toLocaleString('en')}, ` +
      `or 16 ms per key press and 50 ms per letter:\n${
        verdict('key press', 'key p95', 16) +
        verdict('jump (End, Home, Page Up and Down)', 'jump p95') +
        verdict('letter', 'letter p95', 50) +
        verdict('search results', 'results p95') +
        verdict('first rows', 'first rows') +
        verdict('opening a user', 'open user')
      }${large.others.nodes <= 1500 ? 'ok    ' : 'MISSED'} at most 1,500 DOM nodes: ${large.others.nodes}\n`,
  );
}
