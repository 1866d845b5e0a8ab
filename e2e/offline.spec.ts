import { expect, heading, test } from './fixtures.ts';

test('opens what was requested offline once the connection is back, and keeps the page until then', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('admin');
  await page.goto('/jobs');
  await expect(heading(page, 'Jobs')).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.press('Shift+?');
  await expect(heading(page, 'Jobs')).toBeVisible();
  await context.setOffline(false);
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  await context.setOffline(true);
  await page.getByRole('link', { name: 'OIDC providers' }).click();
  await expect(page).toHaveURL(/oidc/);
  await expect(page.getByText('You are offline')).toBeVisible();
  await context.setOffline(false);
  await expect(heading(page, 'OIDC providers')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Demo sign-in' })).toBeVisible();
  await expect(page.getByText('Unable to preload')).toBeHidden();
});
