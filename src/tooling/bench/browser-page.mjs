/** Starts a browser for measurements and opens signed-in pages. */
import { chromium } from '@playwright/test';
import { findBrowser } from '../browser.mjs';
import { signIn } from './gateway.mjs';

/** @returns {Promise<import('@playwright/test').Browser>} */
export function launchBrowser() {
  const found = findBrowser();
  if ('missing' in found) throw new Error(found.missing);
  return chromium.launch({
    executablePath: found.path,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--enable-precise-memory-info',
      '--js-flags=--expose-gc',
    ],
  });
}

/**
 * CPU time of all pages with all their threads, in milliseconds.
 * @param {import('@playwright/test').Browser} browser
 */
export async function pagesCpu(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((total, { cpuTime }) => total + cpuTime * 1000, 0);
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url of the gateway
 */
export async function signedInPage(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url });
  const [name = '', value = ''] = (await signIn(url)).split('=');
  await context.addCookies([{ name, value, url }]);
  return context.newPage();
}
