/**
 * Measures the group tree in Chromium, and for comparison Mantine's own tree and a minimal virtual list.
 * Arguments are numbers of groups: `npm run bench:tree -- 1000 100000`.
 */
import { createServer } from 'vite';
import { launchBrowser, pagesCpu, signedInPage } from './browser-page.mjs';
import { cpuOf, ms, p95 } from './figures.mjs';
import { expandAll, filterLetters, keyPresses, nextFrame, scrollFrames, weight } from './measure.mjs';
import { seededGateway, shapes } from './seed.mjs';

const requested = process.argv.slice(2).map(Number);
const texts = ['g', 'gr', 'gro', 'grou', 'group', 'group ', 'group 1', 'group 12', 'group 123', 'site 9'];
const sizes = requested.length > 0 ? requested : [1000, 10_000, 100_000];

const browser = await launchBrowser();

/** @type {Record<string, string | number>[]} */
const rows = [];
/** @type {Map<string, { key: number, filter: number }>} */
const ours = new Map();

/** Measures keys, scrolling and memory. @param {import('@playwright/test').Page} page */
async function handled(page) {
  const key = p95(await page.evaluate(keyPresses));
  const frames = p95(await page.evaluate(scrollFrames));
  const { nodes, megabytes } = await page.evaluate(weight);
  return { key, heavy: { 'frame p95': ms(frames), 'heap MB': ms(megabytes), nodes } };
}

for (const shape of /** @type {(keyof typeof shapes)[]} */ (Object.keys(shapes))) {
  for (const size of sizes) {
    const gateway = await seededGateway(shape, size);
    const page = await signedInPage(browser, gateway.url);
    const cpuBefore = { page: await pagesCpu(browser), gateway: cpuOf(gateway.pid) };
    const start = performance.now();
    await page.goto('/groups');
    await page.getByRole('treeitem').first().waitFor();
    const firstRows = performance.now() - start;
    await page
      .getByText(`${new Intl.NumberFormat('en').format(size + 1)} groups`, { exact: true })
      .waitFor({ timeout: 120_000 });
    await page.getByRole('progressbar').waitFor({ state: 'hidden', timeout: 120_000 });
    await page.evaluate(nextFrame);
    const ready = performance.now() - start;
    const pageCpu = (await pagesCpu(browser)) - cpuBefore.page;
    const gatewayCpu = cpuOf(gateway.pid) - cpuBefore.gateway;
    const expand = await page.evaluate(expandAll);
    const { key, heavy } = await handled(page);
    const filter = p95(await page.evaluate(filterLetters, { label: 'Filter groups', texts }));
    ours.set(`${shape} ${size}`, { key, filter });
    rows.push({
      tree: 'Palisade',
      shape,
      groups: size,
      'first rows': ms(firstRows),
      ready: ms(ready),
      'page CPU': ms(pageCpu),
      'gateway CPU': ms(gatewayCpu),
      'key p95': ms(key),
      'filter p95': ms(filter),
      'expand all': ms(expand),
      ...heavy,
    });
    await page.context().close();
    await gateway.stop();
  }
}

const vite = await createServer({
  configFile: false,
  root: 'src/tooling/bench',
  logLevel: 'error',
  server: { port: 0 },
});
await vite.listen();
const base = vite.resolvedUrls?.local[0] ?? '';
for (const [kind, max] of /** @type {[string, number][]} */ ([
  ['mantine', 10_000],
  ['minimal', 100_000],
])) {
  for (const size of sizes.filter((candidate) => candidate <= max)) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const start = performance.now();
    await page.goto(`${base}baseline.html?kind=${kind}&size=${size}`);
    await page.getByRole('treeitem').first().waitFor({ timeout: 60_000 });
    const firstRows = performance.now() - start;
    const expand = kind === 'mantine' ? await page.evaluate(expandAll) : undefined;
    const { key, heavy } = await handled(page);
    rows.push({
      tree: kind,
      shape: 'balanced',
      groups: size,
      'first rows': ms(firstRows),
      ready: ms(firstRows),
      'key p95': ms(key),
      'filter p95': '-',
      'expand all': ms(expand),
      ...heavy,
    });
    await page.close();
  }
}
await vite.close();
await browser.close();

process.stdout.write('Milliseconds unless said otherwise.\n');
console.table(rows);
for (const shape of Object.keys(shapes)) {
  const small = ours.get(`${shape} 1000`);
  const large = ours.get(`${shape} 100000`);
  if (!small || !large) continue;
  process.stdout.write(
    `${shape}: at 100,000 groups a key press takes ${(large.key / small.key).toFixed(1)}× and ` +
      `a filter letter ${(large.filter / small.filter).toFixed(1)}× as long as at 1,000\n`,
  );
}
