import type { Page } from '@playwright/test';
import { dialog } from './access-helpers.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

// Pages with something open on them. The pages themselves are checked where they are tested.

test.beforeEach(async ({ signInAs }) => signInAs('admin'));

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Opens something, checks the page, and closes it. */
async function check(page: Page, open: () => Promise<void>, appears: 'menu' | 'listbox' | 'dialog') {
  await open();
  const opened = page.getByRole(appears).filter({ visible: true });
  await expect(opened).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();
}

test('menus, a selection and a form with lists of options are accessible', async ({ page }) => {
  await page.goto('/access/users');
  await check(page, () => click(page, 'User admin'), 'menu');
  await check(page, () => click(page, 'Filter'), 'menu');
  await check(page, () => click(page, 'Actions for tenant'), 'menu');
  await click(page, 'View');
  await page.getByRole('menuitem', { name: 'Save view…' }).click();
  await dialog(page).getByRole('button', { name: 'Save view' }).click();
  await expect(dialog(page).getByText('Enter a name')).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByLabel('Name').fill('Everyone');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await check(page, () => click(page, 'View'), 'menu');
  await page.getByRole('checkbox', { name: 'Select guest' }).check();
  await expect(page.getByRole('group', { name: 'Selection' })).toBeVisible();
  await expectAccessible(page);

  await click(page, 'New user');
  const form = dialog(page);
  await check(page, () => form.getByRole('combobox', { name: 'Group' }).click(), 'listbox');
  await check(page, () => form.getByRole('combobox', { name: 'Roles' }).click(), 'listbox');
  await form.getByRole('button', { name: 'Create user' }).click();
  await expect(form.getByText('Enter a login')).toBeVisible();
  await form.getByText('Request preview').click();
  await check(page, () => click(page, 'Copy request as…'), 'menu');
});

test('notifications, their history and a failed sign-out are accessible', async ({ page, context }) => {
  await page.goto('/access/users/5');
  await click(page, 'Edit user');
  await dialog(page).getByLabel('Name').fill('Guest');
  await click(page, 'Save changes');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await check(page, () => click(page, 'Notifications'), 'dialog');
  await click(page, 'User admin');
  const signOut = page.getByRole('menuitem', { name: 'Sign out' });
  // Loaded when it's opened for the first time.
  await expect(signOut).toBeVisible();
  await context.setOffline(true);
  await signOut.click();
  await expect(page.getByRole('alert').filter({ hasText: "Couldn't sign out" })).toBeVisible();
  await expectAccessible(page);
});
