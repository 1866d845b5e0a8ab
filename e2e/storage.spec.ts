import { run, signIn, signOut } from './actions.ts';
import { expect, heading, passwordOf, test } from './fixtures.ts';

/** What a browser does that blocks the site's data. */
const blocked = `
  for (const area of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, area, { get() { throw new DOMException('Access is denied', 'SecurityError'); } });
  window.BroadcastChannel = class { constructor() { throw new DOMException('Access is denied', 'SecurityError'); } };
  for (const method of ['request', 'query'])
    LockManager.prototype[method] = () => Promise.reject(new DOMException('Access is denied', 'SecurityError'));`;

test('the console works while storage is blocked', async ({ context }) => {
  const page = await context.newPage();
  await page.addInitScript(blocked);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));

  await test.step('after a sign-in', async () => {
    await page.goto('/sign-in');
    await signIn(page, 'admin', passwordOf('admin'));
    await expect(heading(page, 'Overview')).toBeVisible();
  });

  const note = page.getByRole('status').filter({ hasText: "doesn't store the console's data" });
  await test.step('says once what it forgets', async () => {
    await expect(note).toHaveCount(1);
    await note.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('link', { name: 'OIDC providers' }).first().click();
    await expect(heading(page, 'OIDC providers')).toBeVisible();
    await expect(note).toHaveCount(0);
  });

  await test.step('keeps preferences and drafts in this tab', async () => {
    await run(page, 'Dark theme');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByRole('link', { name: 'New provider' }).first().click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Unsaved');
    await page.getByRole('link', { name: 'Jobs' }).first().click();
    await page.getByRole('button', { name: /^(Leave|Discard)/ }).click();
    await expect(heading(page, 'Jobs')).toBeVisible();
  });

  await test.step('until signing out', async () => {
    await signOut(page);
    await expect(page.getByLabel('Login')).toBeVisible();
  });

  expect(errors).toEqual([]);
  await page.close();
});
