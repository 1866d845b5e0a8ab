import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, passwordOf } from './fixtures.ts';
import { behind, startSlowProxy } from './proxies.ts';

/** Pages load through a proxy that holds back scripts and style sheets until the test lets them pass. */
const test = behind(startSlowProxy);

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });
/** Where the parts are, to a pixel. The width of text changes when its font has loaded. */
const boxes = async (page: Page) => {
  const boxOf = async (part: Locator) => {
    const { x = -1, y = -1, height = -1 } = (await part.boundingBox()) ?? {};
    return [x, y, height].map(Math.round);
  };
  const [, passwordTop = 0, passwordHeight = 0] = await boxOf(page.getByLabel('Password'));
  return [
    await boxOf(page.getByRole('heading', { level: 1 })),
    await boxOf(page.getByLabel('Login')),
    // Its input is inside the border, before and after.
    Math.round(passwordTop + passwordHeight / 2),
    await boxOf(signInButton(page)),
  ];
};

test('keeps what was typed before any file has loaded', async ({ page, front }) => {
  const narrow = { width: 390, height: 900 };
  const wide = { width: 1440, height: 900 };
  await page.setViewportSize(narrow);
  await page.goto('/sign-in?return_to=/access', { waitUntil: 'commit' });
  await expectAccessible(page);
  const early = { narrow: await boxes(page), wide: [] as unknown[] };
  await page.setViewportSize(wide);
  early.wide = await boxes(page);
  // The half beside the form is drawn without any file.
  const beside = await page.evaluate(
    'getComputedStyle(document.querySelector(".sign-in"), "::before").content',
  );
  expect(beside).toContain('Palisade Console');
  await page.getByLabel('Login').fill('admin');
  const password = passwordOf('admin');
  await page.getByLabel('Password').pressSequentially(password.slice(0, -3));
  await page.keyboard.press('Enter');
  await expect(signInButton(page)).toBeDisabled();
  expect(new URL(page.url()).search).toBe('?return_to=/access');

  front.release();
  await expect(signInButton(page)).toBeEnabled();
  await expect(page.getByLabel('Login')).toHaveValue('admin');
  await expect(page.getByLabel('Password')).toBeFocused();
  expect(await page.content()).not.toContain(password.slice(0, -3));
  expect(await boxes(page)).toEqual(early.wide);
  await page.setViewportSize(narrow);
  expect(await boxes(page)).toEqual(early.narrow);
  await page.keyboard.type(password.slice(-3));
  await page.keyboard.press('Enter');
  await expect(page.getByText('You are signed in as admin')).toBeVisible();
  await expect(page.getByLabel('Login')).toHaveCount(0);
});

test('says that no script has arrived', async ({ page, front }) => {
  await page.goto('/sign-in', { waitUntil: 'commit' });
  await expect(signInButton(page)).toBeDisabled();
  const failure = page.getByRole('alert');
  await expect(failure).toBeHidden();
  front.cut();
  await expect(failure).toContainText("Couldn't load this page");
  await expectAccessible(page);
  await expect(failure.getByRole('link', { name: 'reload it' })).toHaveAttribute('href', '');
});
