import path from 'node:path';
import {
  expect,
  test as base,
  type APIRequestContext,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
} from '@playwright/test';
import axe from 'axe-core';
import { axeOptions, colorSchemes } from '../src/testing/axe-options.ts';
import { recordFile } from '../src/tooling/cpu-time.ts';
import { remove, startGateway, type Gateway } from './gateway.ts';

/** The users of the demo data. */
export type Role = 'admin' | 'tenant' | 'operator' | 'auditor' | 'guest';

/** Password of a demo user. */
export function passwordOf(role: Role): string {
  return `${role}-demo-2026`;
}

export interface TestFixtures {
  /** Signs the browser in as a demo user, without the sign-in page. */
  signInAs(role: Role): Promise<void>;
  /** Requests as a demo user, outside the browser. */
  apiAs(role: Role): Promise<APIRequestContext>;
  /** The demo data as it was at first, at the first test of each file. */
  freshData: void;
}

/** The browser context that the tests of this worker share. */
let shared: BrowserContext | undefined;

/** The file whose tests this worker ran last. */
let lastFile: string | undefined;

/** Tests run against the built product: a gateway with the embedded service and the demo data, one per worker. */
export const test = base.extend<TestFixtures, { gateway: Gateway }>({
  gateway: [
    // Playwright wants a pattern here, even an empty one.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const gateway = await startGateway();
      await use(gateway);
      await gateway.stop();
      remove(gateway.dataDir);
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, gateway, baseURL, isMobile }, use, { errors }) => {
    // A phone's can't become a desktop's.
    const isShared = baseURL === gateway.url && !isMobile;
    const context = (isShared ? shared : undefined) ?? (await browser.newContext());
    if (isShared) shared = context;
    const violations: string[] = [];
    const report = (message: ConsoleMessage) => {
      if (/Content Security Policy|Trusted(HTML|Script)/.test(message.text()))
        violations.push(message.text());
    };
    context.on('console', report);
    await use(context);
    context.off('console', report);
    // After a failure, Playwright reports the page, and starts another worker.
    if (errors.length === 0) await (isShared ? reset(context, gateway.url) : context.close());
    expect(violations).toEqual([]);
  },
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
  baseURL: async ({ gateway }, use) => use(gateway.url),
  freshData: [
    async ({ playwright, gateway }, use, testInfo) => {
      if (lastFile !== testInfo.file) {
        const request = await playwright.request.newContext({ baseURL: gateway.url });
        await signIn(request, 'admin');
        expect((await request.post('/-/lab/data/reset?history=false')).status()).toBe(200);
        await request.dispose();
      }
      lastFile = testInfo.file;
      await use();
      recordFile('e2e', path.relative('', testInfo.file));
    },
    { auto: true },
  ],
  signInAs: async ({ context }, use) => {
    await use(async (role) => signIn(context.request, role));
  },
  apiAs: async ({ playwright, baseURL }, use) => {
    const contexts: APIRequestContext[] = [];
    await use(async (role) => {
      const request = await playwright.request.newContext(baseURL ? { baseURL } : {});
      contexts.push(request);
      await signIn(request, role);
      return request;
    });
    for (const request of contexts) await request.dispose();
  },
});

/**
 * Leaves nothing of a test but the browser's cache and, if it has only shown the gateway's pages, its tab: opening the
 * first page in a new one takes twice the time. Tests that add scripts to pages do so in a page of their own, or, if popups
 * need them, in a context of their own.
 */
async function reset(context: BrowserContext, origin: string): Promise<void> {
  await context.setOffline(false);
  await context.unrouteAll();
  await context.clearPermissions();
  const [tab, ...others] = context.pages();
  await Promise.all(others.map((page) => page.close()));
  await resetTab(tab && (await isReusable(tab, origin)) ? tab : await context.newPage(), origin);
  await context.clearCookies();
}

/** Closes a tab that leads back to pages of others. */
async function isReusable(tab: Page, origin: string): Promise<boolean> {
  const session = await tab.context().newCDPSession(tab);
  const { entries } = await session.send('Page.getNavigationHistory');
  await session.detach();
  const isOther = ({ url }: { url: string }) => url !== 'about:blank' && new URL(url).origin !== origin;
  if (!entries.some(isOther)) return true;
  await tab.close();
  return false;
}

async function resetTab(tab: Page, origin: string): Promise<void> {
  tab.removeAllListeners();
  await tab.unrouteAll();
  await tab.mouse.move(-1, -1);
  await tab.setViewportSize({ width: 1280, height: 800 });
  await tab.emulateMedia({ media: null, colorScheme: null, forcedColors: null, contrast: null });
  await tab.goto('/robots.txt');
  await tab.evaluate('sessionStorage.clear()');
  const session = await tab.context().newCDPSession(tab);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.send('Page.resetNavigationHistory');
  await session.detach();
}

async function signIn(request: APIRequestContext, role: Role): Promise<void> {
  const data = { data: { login: role, password: passwordOf(role) } };
  // With few processors, parallel tests can overload the service for a moment (503).
  await expect
    .poll(
      async () => {
        const response = await request.post('/api/authentication', { data });
        return response.ok() ? 'signed in' : `${response.status()}: ${await response.text()}`;
      },
      { intervals: [1_000] },
    )
    .toBe('signed in');
}

/** The heading of the page. */
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1, exact: true });

/** Chooses from the menu beside a record's buttons. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Expects no violation that axe can find, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page on its way has no heading yet; behind a dialog there may be none.
  const there = page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog'));
  await expect(there.first()).toBeVisible();
  const html = page.locator('html');
  const isConsole = (await html.getAttribute('data-mantine-color-scheme')) !== null;
  // Once per document: it takes as long as checking the contrast.
  if (!(await page.evaluate('Boolean(globalThis.axe)'))) await page.evaluate(`${axe.source}; undefined`);
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    // The demo provider's pages have no script that sets it.
    if (isConsole) await expect(html).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const violations = await page.evaluate<string[]>(`
      axe.run(${JSON.stringify(axeOptions(colorScheme))}).then(({ violations }) => violations.map(
        ({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).join(' | ')))`);
    expect(violations, colorScheme).toEqual([]);
  }
}

export { expect };
