import type { Page } from '@playwright/test';
import { signIn } from './actions.ts';
import { expect, passwordOf, test as base } from './fixtures.ts';
import { startCookieBlocker } from './proxies.ts';

/** Pages load through a proxy that drops the session's cookie. */
const test = base.extend({
  baseURL: async ({ gateway }, use) => {
    const blocker = await startCookieBlocker(gateway.url);
    await use(blocker.url);
    await blocker.close();
  },
});

const lost = (page: Page) => page.getByRole('alert', { name: "Couldn't stay signed in" });

test('says where to go if the browser drops the cookie', async ({ page, gateway }) => {
  await page.goto('/sign-in');
  await signIn(page, 'admin', passwordOf('admin'));
  await expect(lost(page)).toContainText("Your browser didn't keep the session cookie. Open");
  await expect(lost(page).getByRole('link')).toHaveAttribute('href', gateway.url);
  await expect(page.getByLabel('Password')).toHaveValue(passwordOf('admin'));

  await test.step('also after a sign-in through a provider', async () => {
    await page.goto('/sign-in?return_to=%2Faccess');
    await expect(lost(page)).toBeHidden();
    // The address that a successful sign-in with the button returns to.
    const href = (await page.getByRole('link', { name: 'Demo sign-in' }).getAttribute('href')) ?? '';
    await page.goto(new URL(href, page.url()).searchParams.get('return_to') ?? '');
    await expect(lost(page)).toBeVisible();
    await expect(page).toHaveURL(/\/sign-in\?return_to=%2Faccess$/);
  });
});
