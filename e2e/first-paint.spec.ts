import type { Page } from '@playwright/test';
import { expect, expectAccessible, passwordOf, test } from './fixtures.ts';

/** Holds back the page's scripts and style sheets, as a slow network does. @returns a function that lets them pass */
async function holdAssets(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/**', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });
const boxes = (page: Page) =>
  Promise.all(
    [
      page.getByRole('heading', { level: 1 }),
      page.getByLabel('Login'),
      page.getByLabel('Password'),
      signInButton(page),
    ].map(async (part) => {
      // The width of text changes when its font has loaded.
      const { x, y, height } = (await part.boundingBox()) ?? {};
      return { x, y, height };
    }),
  );

for (const width of [390, 1440]) {
  test(`shows the sign-in form before any file has loaded, and keeps what was typed, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const release = await holdAssets(page);
    await page.goto('/sign-in?return_to=/access', { waitUntil: 'commit' });
    await expectAccessible(page);
    const early = await boxes(page);
    await page.getByLabel('Login').fill('admin');
    const password = passwordOf('admin');
    await page.getByLabel('Password').pressSequentially(password.slice(0, -3));
    await page.keyboard.press('Enter');
    await expect(signInButton(page)).toBeDisabled();
    expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([]);
    expect(new URL(page.url()).search).toBe('?return_to=/access');

    release();
    await expect(signInButton(page)).toBeEnabled();
    await expect(page.getByLabel('Login')).toHaveValue('admin');
    await expect(page.getByLabel('Password')).toBeFocused();
    expect(await page.content()).not.toContain(password.slice(0, -3));
    expect(await boxes(page)).toEqual(early);
    await page.keyboard.type(password.slice(-3));
    await page.keyboard.press('Enter');
    await expect(page.getByText('You are signed in as admin')).toBeVisible();
  });
}

test('keeps the cursor in the middle of an early login', async ({ page }) => {
  const release = await holdAssets(page);
  await page.goto('/sign-in', { waitUntil: 'commit' });
  await page.getByLabel('Login').pressSequentially('admn');
  await page.keyboard.press('ArrowLeft');
  release();
  await expect(signInButton(page)).toBeEnabled();
  await page.keyboard.type('i');
  await expect(page.getByLabel('Login')).toHaveValue('admin');
  await expect(page.getByLabel('Password')).toHaveValue('');
});

test('shows no sign-in form while other pages load', async ({ page, signInAs }) => {
  await signInAs('admin');
  const release = await holdAssets(page);
  await page.goto('/access', { waitUntil: 'commit' });
  await expect(page.getByText('Palisade', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Login')).toBeHidden();
  release();
  await expect(page.getByText('You are signed in as admin')).toBeVisible();
  await expect(page.getByLabel('Login')).toHaveCount(0);
});
