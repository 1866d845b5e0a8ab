import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { behind, startSignInProxy } from './proxies.ts';

/** Pages load through a proxy with a sign-in of its own. */
const test = behind(startSignInProxy);

const notice = (page: Page) => page.getByRole('alert', { name: 'Sign in to continue' });

test('a proxy whose session ends is signed in to by a reload', async ({ page, front, signInAs }) => {
  await signInAs('admin');
  // Loads the code of the page, which a proxy would keep as well.
  await page.goto('/access/users/1');
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  await page.getByRole('link', { name: 'Users' }).first().click();
  await page.getByRole('link', { name: 'guest' }).waitFor();
  front.demand('redirect');
  await page.getByRole('link', { name: 'guest' }).click();
  await expect(notice(page)).toContainText('A proxy in front of the service asks you to sign in');
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeHidden();
  await expect(page.getByText("Couldn't reach the service")).toBeHidden();
  await notice(page).getByRole('button', { name: 'Reload to sign in' }).click();
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect(page).toHaveURL(/\/access\/users\/\d+$/);
  await expect(page.getByRole('button', { name: 'User admin' })).toBeVisible();
  await expect(notice(page)).toBeHidden();
});

test('a form is kept while its user signs in to the proxy in another tab', async ({
  page,
  front,
  signInAs,
  context,
}) => {
  await signInAs('admin');
  await page.clock.install();
  await page.goto('/access/roles');
  await page.getByRole('button', { name: 'New role' }).click();
  await page.getByLabel('Name').fill('Kept role');
  front.demand('redirect here');
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByText('A proxy in front of the service asks you to sign in. Reload')).toBeVisible();
  await page.clock.runFor('05:00');
  // The write, and what was about to be sent when it failed: a path that's polled would be there several times.
  const kept = front.kept().filter((path) => !path.startsWith('/assets/'));
  expect(kept).toContain('/api/roles');
  expect(kept).toEqual([...new Set(kept)]);
  const other = await context.newPage();
  await other.goto('/signed-in');
  await other.getByRole('button', { name: 'Enter' }).click();
  await expect(notice(page)).toBeHidden();
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByText('Kept role').first()).toBeVisible();
});
