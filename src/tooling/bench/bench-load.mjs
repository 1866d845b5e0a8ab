/** Measures in Chromium, with an empty cache, what the sign-in page and the tree transfer, and how soon one can sign in. */
import { launchBrowser, signedInPage } from './browser-page.mjs';
import { median } from './figures.mjs';
import { seededGateway } from './seed.mjs';

const browser = await launchBrowser();
const gateway = await seededGateway('balanced', 1000);

/** @param {string} path @param {string} role of an element that appears when the page is ready @param {boolean} signedIn */
async function visit(path, role, signedIn) {
  const page = await signedInPage(browser, gateway.url);
  const context = page.context();
  if (!signedIn) await context.clearCookies();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  /** @type {Map<string, string>} */
  const kinds = new Map();
  /** @type {Record<string, { requests: number, bytes: number }>} */
  const sums = {};
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const sum = (sums[kinds.get(requestId) ?? 'Other'] ??= { requests: 0, bytes: 0 });
    sum.requests += 1;
    sum.bytes += encodedDataLength;
  });
  const start = performance.now();
  await page.goto(path);
  await page.getByRole(/** @type {'button'} */ (role)).first().waitFor();
  const ready = performance.now() - start;
  await page.waitForLoadState('networkidle');
  await context.close();
  return Object.entries(sums).map(([kind, { requests, bytes }]) => ({
    page: path,
    what: kind,
    requests,
    kB: (bytes / 1000).toFixed(1),
    'ready ms': kind === 'Document' ? ready.toFixed(0) : '',
  }));
}

const rounds = 5;

/** How soon the sign-in page appears and works on a slow phone, in milliseconds since navigation. */
async function signInOnSlowPhone() {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // React renders the form and its event handlers in one step; before that, fields work and buttons don't.
  await page.addInitScript(`new MutationObserver((_changes, observer) => {
    if (!document.querySelector('form button[type=submit]:enabled')) return;
    observer.disconnect();
    window.formUsable = performance.now();
  }).observe(document, { childList: true, subtree: true })`);
  await page.goto(`${gateway.url}/sign-in`);
  await page.waitForFunction('window.formUsable');
  /** @type {{ paint: number, usable: number }} */
  const times = await page.evaluate(`({
    paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    usable: window.formUsable,
  })`);
  await context.close();
  return times;
}

const slow = [];
for (let round = 0; round < rounds; round += 1) slow.push(await signInOnSlowPhone());

const rows = [...(await visit('/sign-in', 'button', false)), ...(await visit('/groups', 'treeitem', true))];
await gateway.stop();
await browser.close();
process.stdout.write('Transferred in Chromium, including headers, with an empty cache and brotli:\n');
console.table(rows);
process.stdout.write(
  'Sign-in page, empty cache, 1.6 Mbit/s, 150 ms latency, CPU slowed down 4 times (median of 5):\n',
);
console.table({
  'first paint ms': Math.round(median(slow.map(({ paint }) => paint))),
  'form usable ms': Math.round(median(slow.map(({ usable }) => usable))),
});
