import { expect, expectAccessible, test } from './fixtures.ts';
import { palette } from './palette.ts';

test.beforeEach(async ({ signInAs }) => signInAs('admin'));

test('opens every page with its title, and focuses its heading', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Overview · Palisade');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.locator('[aria-current]')).toHaveText(['Overview']);
  for (const name of ['OIDC providers', 'Access', 'Jobs']) {
    await pages.getByRole('link', { name }).click();
    await expect(page).toHaveTitle(`${name} · Palisade`);
    await expect(page.locator('[aria-live=polite]').filter({ hasText: new RegExp(`^${name}$`) })).toHaveCount(
      1,
    );
    await expect(page.getByRole('heading', { name, level: 1 })).toBeFocused();
  }
  await expect(page.getByRole('status', { name: 'Connection' })).toHaveText('embedded');
  await page.getByRole('button', { name: 'User admin' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Access', level: 1 })).toBeVisible();
  await expect(page.getByRole('menu')).toBeHidden();
});

test('skips to the content, and shows the keyboard shortcuts on ? until they are turned off', async ({
  page,
}) => {
  await page.goto('/jobs');
  await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  // In a field, it's a character.
  const field = page.getByLabel('Follow a job by its path');
  await field.pressSequentially('?');
  await expect(field).toHaveValue('?');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('main').focus();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toBeVisible();
  await expectAccessible(page);
  await help.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('?');
  await expect(help).toBeHidden();
});

test('remembers the theme', async ({ page }) => {
  await page.goto('/jobs');
  const user = page.getByRole('button', { name: 'User admin' });
  await user.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Dark theme' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(user).toBeFocused();
  await user.click();
  await page.getByRole('menuitem', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  // Firefox draws scrollbars white otherwise.
  await expect(page.getByRole('main')).toHaveCSS('scrollbar-color', /^rgba\(255, 255, 255, 0\.35\)/);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: 'User admin' }).click();
  await page.getByRole('menuitem', { name: 'System theme' }).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  }
  await page.getByRole('button', { name: 'User admin' }).click();
  await page.getByRole('menuitem', { name: 'Light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
});

test('shows the not-found page and the offline message', async ({ page, context }) => {
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page).toHaveTitle('Page not found · Palisade');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Jobs' }).click();
  await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByRole('alert')).toContainText('You are offline');
  const badge = page.getByRole('status', { name: 'Connection' });
  await expect(badge).toHaveText('offline');
  await context.setOffline(false);
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(badge).toHaveText('embedded');
});

test('closes the palette on Escape, handles no results, and opens it again right away', async ({ page }) => {
  await page.goto('/access');
  await page.getByRole('button', { name: 'Search or run a command' }).click();
  const search = palette(page);
  await expect(search).toBeFocused();
  await search.fill('nothing is called this');
  await expect(page.getByText('No results')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(search).toHaveValue('');
  // Before the page is drawn without the palette.
  await page.evaluate(`new Promise((resolve) => {
    const press = (key, ctrlKey) => {
      const event = { key, code: key === 'k' ? 'KeyK' : key, ctrlKey, bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', event));
    };
    press('Escape', false);
    setTimeout(() => {
      press('k', true);
      resolve();
    });
  })`);
  await expect(search).toBeFocused();
  await search.fill('jobs');
  await expect(page.getByRole('option', { name: 'Show jobs' })).toBeVisible();
});

test('shows an error until it is dismissed, and then in the history', async ({ page, context }) => {
  await page.goto('/jobs');
  await page.getByRole('button', { name: 'User admin' }).click();
  const signOut = page.getByRole('menuitem', { name: 'Sign out' });
  // Loaded when it's opened for the first time.
  await expect(signOut).toBeVisible();
  await context.setOffline(true);
  await signOut.click();
  const failure = page.getByRole('alert').filter({ hasText: "Couldn't sign out" });
  await expect(failure).toContainText("Couldn't reach the service");
  await context.setOffline(false);
  await failure.getByRole('button', { name: 'Dismiss' }).click();
  await expect(failure).toBeHidden();
  await page.getByRole('button', { name: 'Notifications' }).click();
  const history = page.getByRole('dialog', { name: 'Notifications' });
  await expect(history.getByRole('listitem')).toContainText("Error: Couldn't sign out");
  await expectAccessible(page);
});

test('fits 320 px, with the navigation in a bottom bar', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/access');
  await expect(page.getByRole('heading', { name: 'Access', level: 1 })).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByText('OIDC providers')).toBeVisible();
  const bar = await pages.boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(640);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  await expectAccessible(page);
});
