import { expect, heading, test } from './fixtures.ts';

// The tests of a worker share a browser context, which keeps only its cache.
test.describe.configure({ mode: 'serial' });

const address = '/sign-in';

test('a test changes its browser context', async ({ page, context, signInAs }) => {
  await signInAs('admin');
  await context.grantPermissions(['clipboard-read']);
  await context.route('**/api/**', (route) => route.abort());
  await page.goto(address);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
  await page.evaluate(`(async () => {
    globalThis.left = true;
    localStorage.setItem('left', 'yes');
    sessionStorage.setItem('left', 'yes');
    await new Promise((resolve) => { indexedDB.open('left').onsuccess = resolve; });
  })()`);
  await (await context.newPage()).goto(address);
  await context.setOffline(true);
});

test('the next test finds none of what a test changed in the shared browser context', async ({
  page,
  context,
}) => {
  expect(context.pages()).toEqual([page]);
  expect(await context.cookies()).toEqual([]);
  await page.goto(address);
  await expect(heading(page, 'Sign in to Palisade')).toBeVisible();
  const left = await page.evaluate(`(async () => ({
    scripts: 'left' in globalThis,
    storage: localStorage.getItem('left') ?? sessionStorage.getItem('left'),
    databases: await indexedDB.databases(),
    permission: (await navigator.permissions.query({ name: 'clipboard-read' })).state,
    emulated: matchMedia('(prefers-color-scheme: dark)').matches || matchMedia('(forced-colors: active)').matches,
    width: innerWidth,
    history: history.length,
  }))()`);
  expect(left).toEqual({
    scripts: false,
    storage: null,
    databases: [],
    permission: 'prompt',
    emulated: false,
    width: 1280,
    history: 2,
  });
  expect(await page.evaluate("fetch('/api/authentication').then(({ status }) => status)")).toBe(401);
});
