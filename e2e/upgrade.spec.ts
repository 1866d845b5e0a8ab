import type { Page } from '@playwright/test';
import { expect, heading, test } from './fixtures.ts';
import { palette } from './palette.ts';

/** From now on, the gateway is another version, which doesn't have this page's code anymore. */
async function upgrade(page: Page): Promise<void> {
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.route(/\/(api|-)\//, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-palisade-version': '99.0.0' } });
  });
}

test('an upgrade while a provider is edited', async ({ context, signInAs }) => {
  await signInAs('admin');
  const page = await context.newPage();
  await page.goto('/oidc/new');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Being edited');
  await upgrade(page);

  await test.step('keeps the form', async () => {
    await page.getByRole('textbox', { name: 'Username expression' }).fill('preferred_username || email');
    for (const [key, dialog] of [
      ['Control+k', page.getByRole('dialog').filter({ has: palette(page) })],
      ['?', page.getByRole('dialog', { name: 'Keyboard shortcuts' })],
    ] as const) {
      await page.getByRole('heading', { level: 1 }).focus();
      await page.keyboard.press(key);
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Control+k');
    await palette(page).fill('scenarios');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Scenarios' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(name).toHaveValue('Being edited');
  });

  await test.step('offers to reload, which keeps the changes', async () => {
    const notice = page.getByRole('status').filter({ hasText: 'A new version is here' });
    await expect(notice).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    page.once('dialog', (dialog) => void dialog.accept());
    await notice.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText('Your unsaved changes were restored')).toBeVisible();
    await expect(name).toHaveValue('Being edited');
    await expect(notice).toHaveCount(0);
  });
  await page.close();
});

test('a page whose code is gone after an upgrade', async ({ context, signInAs }) => {
  await signInAs('admin');
  const page = await context.newPage();
  await page.goto('/jobs');
  await expect(heading(page, 'Jobs')).toBeVisible();
  await upgrade(page);
  // The page is loaded again, which keeps failing as long as there's no code.
  await page.getByRole('link', { name: 'OIDC providers' }).first().click();
  await expect(page).toHaveURL(/\/oidc$/);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(heading(page, 'OIDC providers')).toBeVisible();
  await page.close();
});
