/** Opens signed-in pages in a browser, and measures in them. */
import { chromium, type Browser, type Page } from '@playwright/test';
import { findChromium, pagesCpu } from '../browsers.ts';
import { cpuOf } from '../cpu-time.ts';
import { quantile, type Figures } from './measure.ts';
import { signIn } from './product.ts';

export function launchBrowser(): Promise<Browser> {
  const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const measurable = ['--enable-precise-memory-info', '--js-flags=--expose-gc'];
  return chromium.launch({ executablePath: findChromium(), args: [...quiet, ...measurable] });
}

/** Opens a page that's signed in to a gateway. */
export async function openPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url });
  await context.addInitScript({ path: 'src/tooling/harness/in-page.mjs' });
  const [name = '', value = ''] = (await signIn(url)).cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  return context.newPage();
}

/** Has a page load as on a slow phone: 1.6 Mbit/s, 150 ms latency, a CPU slowed down 4 times. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const [downloadThroughput, uploadThroughput] = [1_600_000 / 8, 750_000 / 8];
  const conditions = { offline: false, latency: 150, downloadThroughput, uploadThroughput };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', conditions);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** What the loaded page has requested and transferred, headers included. */
export async function transfers(page: Page): Promise<{ kB: number; requests: number }> {
  const sizes = await page.evaluate<number[]>(`performance.getEntries()
    .filter(({ transferSize }) => transferSize !== undefined).map(({ transferSize }) => transferSize)`);
  return { kB: sizes.reduce((sum, size) => sum + size, 0) / 1_000, requests: sizes.length };
}

/** Calls a function of `in-page.mjs`. */
export function inPage<Result>(page: Page, name: string, given?: unknown): Promise<Result> {
  return page.evaluate<Result>(`bench.${name}(${JSON.stringify(given)})`);
}

/** The longest task that blocked the page since it was opened or this was called. @returns 0 if none took over 50 ms */
export async function longestTask(page: Page): Promise<number> {
  return Math.max(0, ...(await inPage<number[]>(page, 'longTasks')));
}

/** The p95 of the times from each of these keys until the next paint. @returns 0 if it's too short to be reported */
export async function keyTime(page: Page, keys: readonly string[]): Promise<number> {
  await inPage(page, 'takeInteractions');
  for (const key of keys) await page.keyboard.press(key);
  const reported = await inPage<number[]>(page, 'takeInteractions');
  return quantile([...reported, ...keys.slice(reported.length).map(() => 0)], 0.95);
}

/** Opens an address, waits for its content, measures in it, and closes it. @returns all figures */
export async function visit(
  browser: Browser,
  gateway: { url: string; pid: number },
  address: string,
  content: string,
  measure: (page: Page) => Promise<Figures> = () => Promise.resolve({}),
): Promise<Figures> {
  const page = await openPage(browser, gateway.url);
  const cpus = async () => [await pagesCpu(browser), cpuOf(gateway.pid)] as const;
  const [before, start] = [await cpus(), performance.now()];
  await page.goto(address);
  await page.locator(content).first().waitFor({ timeout: 120_000 });
  const wall = performance.now() - start;
  const [pageCpu, gatewayCpu] = await cpus();
  await page.waitForLoadState('networkidle', { timeout: 120_000 });
  const figures = { wall, 'page CPU': pageCpu - before[0], 'gateway CPU': gatewayCpu - before[1] };
  const measured = await measure(page);
  await page.context().close();
  return { ...figures, ...measured };
}
