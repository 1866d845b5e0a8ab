import { dialog } from './access-helpers.ts';
import { expect, test } from './fixtures.ts';
import { fresh } from './fresh.ts';

test('an API key is shown once, and works until it is revoked', async ({
  page,
  signInAs,
  playwright,
  baseURL,
}) => {
  await signInAs('tenant');
  await page.goto('/access');
  const name = fresh('key');
  const key = await test.step('a new API key', async () => {
    await page.getByRole('button', { name: 'New API key' }).click();
    await dialog(page).getByLabel('Name').fill(name);
    await dialog(page).getByRole('button', { name: 'Create API key' }).click();
    return dialog(page).getByLabel(`API key ${name}`).innerText();
  });

  await test.step('its key is shown once', async () => {
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(key)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: `Actions for ${name}` })).toBeVisible();
    expect(await page.content()).not.toContain(key);
  });

  const program = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { Authorization: `token ${key}` },
  });
  await test.step('programs sign in with it', async () => {
    expect(await (await program.get('/api/authentication')).json()).toMatchObject({ login: 'tenant' });
  });

  await test.step('a revoked key stops working', async () => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await dialog(page)
      .getByRole('button', { name: `Revoke ${name}` })
      .click();
    await expect(page.getByText(`${name} revoked`)).toBeVisible();
    expect((await program.get('/api/authentication')).status()).toBe(401);
    await program.dispose();
  });
});
