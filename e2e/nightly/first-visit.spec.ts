import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, heading } from '../fixtures.ts';
import { behind, startSlowProxy } from '../proxies.ts';

/** Pages load through a proxy that holds back scripts and style sheets until the test lets them pass. */
const test = behind(startSlowProxy);

/** The addresses that a page requests, in order. */
function requestsOf(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    // Headless browsers request the icon at any time.
    if (pathname !== '/favicon.svg') addresses.push(pathname + search);
  });
  return addresses;
}

const ready = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

test('without a session, every address is as light as the sign-in page', async ({ page, front }) => {
  front.release();
  const visited: string[][] = [];
  for (const address of ['/sign-in', '/', '/access/users?q=a']) {
    const requests = requestsOf(page);
    await page.goto(address);
    await expect(ready(page)).toBeEnabled();
    await page.waitForLoadState('networkidle');
    visited.push(requests.filter((request) => !/^\/(sign-in|access|$)/.test(request)).toSorted());
    page.removeAllListeners('request');
  }
  expect(visited[0]).toContainEqual('/-/gateway');
  expect(visited[1]).toEqual(visited[0]);
  expect(visited[2]).toEqual(visited[0]);
  await expect(page).toHaveURL('/sign-in?return_to=%2Faccess%2Fusers%3Fq%3Da');
});

/** Their titles. */
const pages = {
  '/': 'Overview',
  '/groups': 'Default',
  '/oidc': 'OIDC providers',
  '/access/users': 'Users',
  '/activity': 'Sign-ins',
};

test('a first page needs few requests; its files, the session and its list wait for no script', async ({
  page,
  signInAs,
  front,
}) => {
  await signInAs('admin');
  front.release();
  // So that the page's own requests are seen, not those of `index.html`.
  await page.addInitScript(`localStorage.removeItem('palisade-service')`);
  for (const [address, title] of Object.entries(pages)) {
    // The page before may still have requested something.
    await page.goto('about:blank');
    const requests = requestsOf(page);
    await page.goto(address);
    await expect(heading(page, title)).toBeVisible();
    await page.waitForLoadState('networkidle');
    const files = (end: string) => requests.filter((request) => request.endsWith(end));
    expect(new Set(requests).size).toBe(requests.length);
    expect(requests.length, address).toBeLessThanOrEqual(20);
    expect(files('.js').length).toBeLessThanOrEqual(4);
    expect(files('.css').length).toBeLessThanOrEqual(3);
    page.removeAllListeners('request');

    const held = await startSlowProxy(front.url);
    await page.goto('about:blank');
    await page.addInitScript(
      `if (location.origin === '${held.url}') localStorage.setItem('palisade-service', '"complete"')`,
    );
    const early = requestsOf(page);
    await page.goto(`${held.url}${address}`, { waitUntil: 'commit' });
    await expect.poll(() => early).toEqual(expect.arrayContaining([...files('.js'), ...files('.css')]));
    expect(requests).toEqual(expect.arrayContaining(early));
    expect(early.filter((request) => /^\/(api|-)\//.test(request)).length).toBe(address === '/' ? 2 : 3);
    page.removeAllListeners('request');
    await held.close();
  }
});

const everyPage =
  `${Object.keys(pages).join(' ')} /groups/1 /oidc/1 /oidc/new /access /access/users/1 /access/roles
  /access/roles/1 /access/can /access/review /activity?log=changes /configuration /groups/import /access/users/import /jobs /lab
  /account /preferences`.split(/\s+/);

for (const width of [1280, 390])
  test(`nothing on a page moves while it loads, ${width} pixels wide`, async ({ page, signInAs, front }) => {
    front.release();
    await page.setViewportSize({ width, height: 800 });
    const expectStill = (address: string) =>
      // On a busy machine, a section may come so late that its page doesn't wait for it.
      expect(async () => {
        await page.goto(address, { waitUntil: 'networkidle' });
        await expect(page.locator('#root main h1')).toBeVisible();
        await page.waitForLoadState('networkidle');
        expect(await layoutShift(page), address).toBeLessThanOrEqual(0.02);
      }).toPass();
    await page.route('**/api/oidc_logins', async (route) => {
      await setTimeout(150);
      await route.continue();
    });
    for (const query of ['', '?signed_out=yes', '?oidc_error=access_denied'])
      await expectStill(`/sign-in${query}`);
    await page.unrouteAll();
    await signInAs('admin');
    for (const address of everyPage) await expectStill(address);
    await page.context().clearCookies();
    await signInAs('guest');
    for (const address of ['/', '/oidc/1', '/access/users', '/lab']) await expectStill(address);
  });

/** The layout shift so far, as browsers measure it. Without any, the observer isn't called. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const observer = new PerformanceObserver((list) =>
      resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)),
    );
    observer.observe({ type: 'layout-shift', buffered: true });
    setTimeout(resolve, 200, 0);
  })`);
}
