/** Opens signed-in pages in a browser for measurements. */
import { chromium } from '@playwright/test';
import { findBrowser } from '../browser.mjs';
import { signIn } from './gateway.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/** @returns {Promise<import('@playwright/test').Browser>} */
export function launchBrowser() {
  const found = findBrowser();
  if ('missing' in found) throw new Error(found.missing);
  const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const measurable = ['--enable-precise-memory-info', '--js-flags=--expose-gc'];
  return chromium.launch({ executablePath: found.path, args: [...quiet, ...measurable] });
}

/** CPU time of all pages with all their threads, in milliseconds. @param {import('@playwright/test').Browser} browser */
export async function pagesCpu(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return pages.reduce((total, { cpuTime }) => total + cpuTime * 1000, 0);
}

/** @param {import('@playwright/test').Browser} browser @param {string} [url] of the gateway to sign in to */
export async function openPage(browser, url) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(url && { baseURL: url }),
  });
  await context.addInitScript({ path: 'src/tooling/harness/in-page.mjs' });
  const [name = '', value = ''] = url ? (await signIn(url)).cookie.split('=') : [];
  if (url) await context.addCookies([{ name, value, url }]);
  return context.newPage();
}

/**
 * Calls a function of `in-page.mjs`.
 * @param {Page} page @param {string} name @param {unknown} [given] @returns {Promise<any>}
 */
export function inPage(page, name, given) {
  return page.evaluate(
    ([called, argument]) => /** @type {any} */ (globalThis).bench[String(called)](argument),
    [name, given],
  );
}
