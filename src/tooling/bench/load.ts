/** What the sign-in page and the tree transfer with an empty cache, and how soon they appear, also on a slow phone. */
import { spawnSync } from 'node:child_process';
import { inTurns, show, type Figures } from '../harness/measure.ts';
import { launchBrowser, openPage, pagesCpu } from '../harness/pages.ts';
import { seededProduct } from '../harness/seed.ts';

/** The tree's first row; or the form's button: React renders it and its event handlers in one step. Until then, fields work. */
const usable = '[role=treeitem], form button[type=submit]:enabled';

export async function run(): Promise<void> {
  const { url } = await seededProduct({ groups: 1_000 });
  if (spawnSync(process.execPath, ['src/tooling/bundle-budget.mjs'], { stdio: 'inherit' }).status !== 0)
    process.exitCode = 1;
  const visit = async (path: string, { isSlow = false } = {}) => {
    const browser = await launchBrowser();
    const page = await openPage(browser, url);
    if (path === '/sign-in') await page.context().clearCookies();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    if (isSlow) {
      await page.setViewportSize({ width: 390, height: 844 });
      const [downloadThroughput, uploadThroughput] = [1_600_000 / 8, 750_000 / 8];
      const conditions = { offline: false, latency: 150, downloadThroughput, uploadThroughput };
      await session.send('Network.emulateNetworkConditions', conditions);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    }
    const kinds = new Map<string, string>();
    const figures: Figures = {};
    session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? 'Other';
      for (const [name, value] of [
        [`${kind} kB`, encodedDataLength / 1_000],
        [`${kind} requests`, 1],
      ] as const)
        figures[name] = (figures[name] ?? 0) + value;
    });
    await page.addInitScript(`new MutationObserver((_changes, observer) => {
      if (!document.querySelector('${usable}')) return;
      observer.disconnect();
      window.usable = performance.now();
    }).observe(document, { childList: true, subtree: true })`);
    await page.goto(path);
    await page.waitForFunction(() => 'usable' in globalThis);
    const [painted, ready] = await page.evaluate<[number, number]>(
      `[performance.getEntriesByName('first-contentful-paint')[0].startTime, window.usable]`,
    );
    await page.waitForLoadState('networkidle');
    const CPU = await pagesCpu(browser);
    await browser.close();
    return { 'first paint': painted, usable: ready, 'page CPU': CPU, ...figures };
  };
  const visits = await inTurns({
    'sign-in': () => visit('/sign-in'),
    'sign-in, 1.6 Mbit/s, 150 ms latency, CPU slowed down 4 times': () => visit('/sign-in', { isSlow: true }),
    tree: () => visit('/groups'),
  });
  show('First visits with an empty cache, in Chromium; transfers include headers', visits);
}
