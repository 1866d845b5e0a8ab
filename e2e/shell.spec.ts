import { expect, expectAccessible, heading, test } from './fixtures.ts';

test.beforeEach(async ({ signInAs }) => signInAs('admin'));

test('the navigation', async ({ page }) => {
  await test.step('to an unknown page', async () => {
    await page.goto('/nowhere');
    await expect(heading(page, 'Page not found')).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Palisade');
  });

  const pages = page.getByRole('navigation', { name: 'Pages' });
  await test.step('Back closes a menu', async () => {
    for (const name of ['Jobs', 'Overview']) {
      await pages.getByRole('link', { name }).click();
      await expect(heading(page, name)).toBeVisible();
    }
    await page.getByRole('button', { name: 'User admin' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.goBack();
    await expect(heading(page, 'Jobs')).toBeVisible();
    await expect(page.getByRole('menu')).toBeHidden();
  });

  await test.step('is at the bottom at 320 px', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await pages.getByRole('link', { name: 'Access' }).click();
    await expect(page).toHaveTitle('Access · Palisade');
    await expect(pages.getByText('OIDC providers')).toBeVisible();
    const bar = await pages.boundingBox();
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(640);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    await expectAccessible(page);
  });
});

test('remembers preferences', async ({ page }) => {
  await page.goto('/jobs');
  await expect(heading(page, 'Jobs')).toBeVisible();

  await test.step('the first tab stop skips to the content', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await test.step('single-key shortcuts are switched off', async () => {
    await page.getByRole('main').focus();
    await page.keyboard.press('?');
    await expect(help).toBeVisible();
    await expectAccessible(page);
    await help.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
  });

  const user = page.getByRole('button', { name: 'User admin' });
  const html = page.locator('html');
  const choose = async (name: string) => {
    await user.click();
    await page.getByRole('menuitem', { name }).click();
  };
  await test.step('a dark theme', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await choose('Dark theme');
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
    // Firefox draws scrollbars white otherwise.
    await expect(page.getByRole('main')).toHaveCSS('scrollbar-color', /^rgba\(255, 255, 255, 0\.35\)/);
  });

  await test.step('after a reload', async () => {
    await page.reload();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(heading(page, 'Jobs')).toBeVisible();
    await page.keyboard.press('?');
    await expect(help).toBeHidden();
  });

  await test.step('the theme of the system', async () => {
    await choose('System theme');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(html).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    }
    await choose('Light theme');
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  });
});
