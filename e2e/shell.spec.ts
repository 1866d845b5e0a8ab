import { goTo, run } from './actions.ts';
import { expect, heading, test } from './fixtures.ts';

test.beforeEach(async ({ signInAs }) => signInAs('admin'));

test('Back closes a menu', async ({ page }) => {
  await page.goto('/jobs');
  await goTo(page, 'Overview');
  await expect(heading(page, 'Overview')).toBeVisible();
  await page.getByRole('button', { name: 'User admin' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Jobs')).toBeVisible();
  await expect(page.getByRole('menu')).toBeHidden();
});

test('preferences are kept over a reload', async ({ page }) => {
  await page.goto('/jobs');
  const html = page.locator('html');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const choose = async (name: string) => {
    // Keys work once the page is there.
    await expect(heading(page, 'Jobs')).toBeVisible();
    await run(page, name);
  };

  await test.step('the theme', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await choose('Dark theme');
    await page.reload();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });

  await test.step('single-key shortcuts', async () => {
    await page.getByRole('main').focus();
    await page.keyboard.press('?');
    await help.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.reload();
    await expect(heading(page, 'Jobs')).toBeVisible();
    await page.keyboard.press('?');
    await expect(help).toBeHidden();
  });
});
