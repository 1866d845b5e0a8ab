import { dialog } from './access-helpers.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { fresh } from './fresh.ts';

test('a list of users', async ({ page, signInAs, apiAs }) => {
  const admin = await apiAs('admin');
  const make = async (name: string, data: object) => {
    const login = fresh(name);
    const response = await admin.post('/api/users', {
      data: { data: { login, group_resource: '/groups/1', ...data } },
    });
    expect(response.status()).toBe(201);
    return login;
  };
  const weak = await make('weak', {});
  // The tenant can't delete a user with more privileges.
  const strong = await make('strong', { role_resources: ['/roles/4'] });

  await test.step('is filtered', async () => {
    await signInAs('tenant');
    await page.goto('/access/users');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Never', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'None', exact: true }).click();
    await expect(page).toHaveURL('/access/users?last_sign_in=never&password=none');
    await page.keyboard.press('Escape');
    await expect(page.getByText('2 users found')).toBeVisible();
  });

  await test.step('deletes several with a result per row', async () => {
    await page.getByRole('checkbox', { name: 'Select 2 users' }).click();
    await page.getByRole('button', { name: 'Delete 2 users' }).click();
    await expect(dialog(page).getByRole('rowheader')).toHaveText([weak, strong]);
    await dialog(page).getByRole('button', { name: 'Delete 2 users' }).click();
    await expect(dialog(page).getByText('1 user deleted, 1 not deleted')).toBeVisible();
    await expect(dialog(page).getByRole('row', { name: weak })).toContainText('Deleted');
    const refused = dialog(page).getByRole('row', { name: strong });
    await expect(refused).toContainText('You need read access to device (device · ro) on the Default group');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Close' }).last().click();
    // What wasn't deleted stays selected.
    await expect(page.getByText('1 user selected')).toBeVisible();
    await expect(page.getByRole('link', { name: weak })).toBeHidden();
    await expect(page.getByRole('checkbox', { name: `Select ${strong}` })).toBeChecked();
  });
});
