import { expect, heading, test } from './fixtures.ts';

test.beforeEach(async ({ signInAs, page }) => {
  await signInAs('admin');
  await page.goto('/jobs');
  await expect(heading(page, 'Jobs')).toBeVisible();
});

test('opens a page that was requested offline once the connection is back', async ({ page, context }) => {
  await context.setOffline(true);
  await page.getByRole('link', { name: 'OIDC providers' }).click();
  await expect(page).toHaveURL(/oidc/);
  await expect(page.getByText('You are offline')).toBeVisible();
  await context.setOffline(false);
  await expect(heading(page, 'OIDC providers')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Demo sign-in' })).toBeVisible();
  await expect(page.getByText('Unable to preload')).toBeHidden();
});

test('opens a panel that was requested offline, and keeps the page', async ({ page, context }) => {
  await context.setOffline(true);
  await page.keyboard.press('Shift+?');
  await expect(heading(page, 'Jobs')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});
