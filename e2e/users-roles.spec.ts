import { choose, dialog, row } from './access-helpers.ts';
import { expect, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';

test("a user's life", async ({ page, signInAs, playwright, baseURL }) => {
  await signInAs('admin');
  const login = fresh('maria');

  await test.step('created with a role', async () => {
    await page.goto('/access/users');
    await page.getByRole('button', { name: 'New user' }).click();
    await dialog(page).getByLabel('Name').fill('Maria');
    await choose(page, 'Group', 'EMEA');
    await choose(page, 'Roles', 'EMEA administrators');
    await page.keyboard.press('Escape');
    await dialog(page).getByLabel('Password', { exact: true }).fill('a fine long password');
    await dialog(page).getByLabel('Login').fill(login);
    await dialog(page).getByRole('button', { name: 'Create user' }).click();
    await expect(heading(page, login)).toBeVisible();
    await expect(row(page, 'group_admin')).toContainText('EMEA administrators');
  });

  const session = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  await test.step('a new password ends sessions', async () => {
    // With few processors, parallel tests can overload the service for a moment (503).
    const signsIn = (password: string) =>
      expect
        .poll(async () =>
          (await session.post('/api/authentication', { data: { data: { login, password } } })).status(),
        )
        .toBe(201);
    await signsIn('a fine long password');
    await page.getByRole('button', { name: 'Reset password' }).click();
    await dialog(page).getByRole('button', { name: 'Generate and copy password' }).click();
    const password = await dialog(page).getByLabel('New password').inputValue();
    await dialog(page).getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Password saved')).toBeVisible();
    expect((await session.get('/api/authentication')).status()).toBe(401);
    await signsIn(password);
  });

  await test.step('deleted', async () => {
    await page.getByRole('button', { name: 'Delete user' }).click();
    await dialog(page)
      .getByRole('button', { name: `Delete ${login}` })
      .click();
    await expect(heading(page, 'Users')).toBeVisible();
    await expect(page.getByText(`${login} deleted`)).toBeVisible();
    await expect(page.getByRole('link', { name: login })).toHaveCount(0);
    await session.dispose();
  });
});
