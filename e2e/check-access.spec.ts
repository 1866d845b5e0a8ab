import { choose, dialog } from './access-helpers.ts';
import { expect, expectAccessible, heading, test } from './fixtures.ts';

test('makes the smallest change that allows something', async ({ page, signInAs, apiAs }) => {
  await signInAs('admin');
  const guest = await apiAs('guest');
  expect((await guest.get('/api/groups/1')).status()).toBe(403);
  await page.goto('/access/users/5');
  await page.getByRole('main').getByRole('link', { name: 'Check access' }).click();
  await expect(heading(page, 'Check access')).toBeVisible();
  await choose(page, 'Action', 'view groups');
  await choose(page, 'Group', 'EMEA');
  await expect(page).toHaveURL('/access/can?who=%2Fusers%2F5&feature=group&privilege=ro&group=%2Fgroups%2F1');
  const verdict = page.getByRole('status').filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect(verdict).toContainText(
    "Noguest can't view groups in EMEA (group · ro). They don't have a role.",
  );
  const first = page.getByRole('region', { name: 'What would allow it' }).getByRole('listitem').first();
  await expect(first).toContainText('Smallest change');
  await expect(first).toContainText('Grants nothing else.');
  await expectAccessible(page);
  await first.getByRole('link', { name: 'Create role' }).click();
  await expect(dialog(page).getByLabel('Name')).toHaveValue('group ro on EMEA');
  await expect(dialog(page).getByRole('combobox', { name: 'Privilege on group', exact: true })).toHaveValue(
    'ro, read',
  );
  await dialog(page).getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit guest' })).toBeVisible();
  await expect(dialog(page)).toContainText('Adds group ro on EMEA and its subgroups');
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page).toHaveURL('/access/can?who=%2Fusers%2F5&feature=group&privilege=ro&group=%2Fgroups%2F1');
  await expect(verdict).toContainText('Yesguest can view groups in EMEA');
  expect((await guest.get('/api/groups/1')).status()).toBe(200);
});
