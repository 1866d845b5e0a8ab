/** What the sign-in page and the tree transfer with an empty cache, and how soon they appear, also on a slow phone. */
import { spawnSync } from 'node:child_process';
import { inTurns, show, type Figures } from '../harness/measure.ts';
import { launchBrowser, openPage, pagesCpu, slowDown } from '../harness/pages.ts';
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
    if (isSlow) {
      await page.setViewportSize({ width: 390, height: 844 });
      await slowDown(page);
    }
    await page.goto(path);
    await page.locator(usable).first().waitFor();
    const ready = await page.evaluate<number>('performance.now()');
    await page.waitForLoadState('networkidle');
    const painted = await page.evaluate<number>(
      `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
    );
    const figures: Figures = {};
    for (const [name, bytes] of await page.evaluate<[string, number][]>(
      `performance.getEntriesByType('resource').map(({ name, transferSize }) => [name, transferSize])`,
    )) {
      const kind = /\.(\w+)$/.exec(name)?.[1] ?? 'other';
      figures[`${kind} kB`] = (figures[`${kind} kB`] ?? 0) + bytes / 1_000;
      figures[`${kind} requests`] = (figures[`${kind} requests`] ?? 0) + 1;
    }
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
