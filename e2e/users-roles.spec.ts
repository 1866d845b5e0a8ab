import { choose, dialog, row } from './access-helpers.ts';
import { expect, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';

test("a user's life", async ({ page, signInAs, apiAs, playwright, baseURL }) => {
  await signInAs('admin');
  const login = fresh('maria');

  const changes = dialog(page).getByRole('status', { name: 'What this changes' });
  const tabs = page.getByRole('navigation', { name: 'Parts of this record' });
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem');
  await test.step('created after a conflict', async () => {
    await page.goto('/access/users');
    await page.getByRole('button', { name: 'New user' }).click();
    await dialog(page).getByLabel('Login').fill('admin');
    await dialog(page).getByLabel('Name').fill('Maria');
    await choose(page, 'Group', 'EMEA');
    await choose(page, 'Roles', 'EMEA administrators');
    await page.keyboard.press('Escape');
    await dialog(page).getByLabel('Password', { exact: true }).fill('a fine long password');
    await dialog(page).getByRole('button', { name: 'Create user' }).click();
    await expect(dialog(page).getByText('another user already has the login "admin"')).toBeVisible();
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Maria');
    await dialog(page).getByLabel('Login').fill(login);
    await dialog(page).getByRole('button', { name: 'Create user' }).click();
    await expect(heading(page, login)).toBeVisible();
    await expect(crumbs).toHaveText(['Access', 'Users', login]);
    await expect(row(page, 'group_admin')).toContainText('EMEA administrators');
  });

  const resource = `/users/${/\d+$/.exec(page.url())?.[0]}`;
  await test.step('edited at the same time as by someone else', async () => {
    await page.getByRole('button', { name: 'Edit user' }).click();
    await dialog(page).getByLabel('Name').fill('Maria Novak');
    await choose(page, 'Roles', 'Auditors');
    await expect(changes).toContainText('Adds palisade ro on Default and its subgroups');
    await page.keyboard.press('Escape');
    const theirs = { data: { role_resources: ['/roles/2', '/roles/3'] } };
    await (await apiAs('admin')).put(`/api${resource}`, { data: theirs });
    const [request] = await Promise.all([
      page.waitForRequest((candidate) => candidate.method() === 'PUT'),
      dialog(page).getByRole('button', { name: 'Save changes' }).click(),
    ]);
    expect(request.postDataJSON()).toEqual({
      data: { display_name: 'Maria Novak', role_resources: ['/roles/2', '/roles/3', '/roles/4'] },
    });
    await expect(row(page, 'palisade')).toContainText('Auditors');
  });

  const session = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  await test.step('a new password ends sessions', async () => {
    const signIn = (password: string) =>
      session.post('/api/authentication', { data: { data: { login, password } } });
    expect((await signIn('a fine long password')).status()).toBe(201);
    await page.getByRole('button', { name: 'Reset password' }).click();
    await dialog(page).getByRole('button', { name: 'Generate and copy password' }).click();
    const password = await dialog(page).getByLabel('New password').inputValue();
    await dialog(page).getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Password saved')).toBeVisible();
    expect((await session.get('/api/authentication')).status()).toBe(401);
    expect((await signIn(password)).status()).toBe(201);
  });

  await test.step('without a password', async () => {
    await page.getByRole('button', { name: 'Reset password' }).click();
    await dialog(page).getByRole('button', { name: 'Remove password' }).click();
    await tabs.getByRole('link', { name: /^Sign-in/ }).click();
    await expect(page.getByText(`${login} has no password.`)).toBeVisible();
  });

  await test.step('deleted', async () => {
    await page.getByRole('button', { name: 'Delete user' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog(page)
      .getByRole('button', { name: `Delete ${login}` })
      .click();
    await expect(heading(page, 'Users')).toBeVisible();
    await expect(crumbs).toHaveText(['Access', 'Users']);
    await expect(page.getByText(`${login} deleted`)).toBeVisible();
    await expect(page.getByRole('link', { name: login })).toHaveCount(0);
    await session.dispose();
  });
});
