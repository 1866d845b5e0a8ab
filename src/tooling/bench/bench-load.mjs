/** Measures in Chromium what the sign-in page and the tree transfer over the network with an empty cache. */
import { rmSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { signIn, startGateway } from './gateway.mjs';
import { seededFolder } from './seed.mjs';
import { findBrowser } from '../browser.mjs';

const found = findBrowser();
if ('missing' in found) throw new Error(found.missing);
const browser = await chromium.launch({
  executablePath: found.path,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const folder = await seededFolder('balanced', 1000);
const gateway = await startGateway(folder);
const cookie = await signIn(gateway.url);

/** @param {string} path @param {string} role of an element that appears when the page is ready @param {boolean} signedIn */
async function visit(path, role, signedIn) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  if (signedIn) await context.addCookies([{ name, value, url: gateway.url }]);
  const page = await context.newPage();
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
  await page.goto(`${gateway.url}${path}`);
  await page
    .getByRole(/** @type {'button'} */ (role))
    .first()
    .waitFor();
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

const rows = [...(await visit('/sign-in', 'button', false)), ...(await visit('/groups', 'treeitem', true))];
await gateway.stop();
rmSync(folder, { recursive: true, force: true });
await browser.close();
process.stdout.write('Transferred in Chromium, including headers, with an empty cache and brotli:\n');
console.table(rows);
