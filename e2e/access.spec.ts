import { readFile } from 'node:fs/promises';
import { choose, dialog, row } from './access-helpers.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { fresh } from './fresh.ts';

test('a tenant sees their access with its API keys', async ({
  page,
  signInAs,
  apiAs,
  playwright,
  baseURL,
}) => {
  const api = await apiAs('tenant');
  const others = [fresh('other'), fresh('other')];
  for (const name of others) await api.post('/api/users/2/api_keys', { data: { data: { name } } });

  await test.step('every feature names the roles that grant it', async () => {
    await signInAs('tenant');
    await page.goto('/access');
    await expect(page.getByText('You are signed in as tenant in group EMEA, with 1 role.')).toBeVisible();
    await expect(row(page, 'group_admin')).toContainText(
      'rw via EMEA administrators on EMEA and its subgroups',
    );
    await expect(row(page, 'mitigation_reporting')).toContainText('ro via');
    await expect(row(page, 'palisade')).toContainText('No role grants this');
    const missing = page.getByRole('region', { name: 'Missing privileges' });
    await expect(missing).toContainText('No access to palisade, mitigation_config');
    await expect(missing).toContainText('Read-only access to mitigation_reporting');
  });

  const features = page.getByRole('region', { name: 'Effective access' }).getByRole('rowheader');
  await test.step('features are filtered', async () => {
    const filter = page.getByLabel('Filter features, roles and privileges');
    await filter.fill('routing');
    await expect(features).toHaveCount(2);
    await filter.fill('nothing like it');
    await expect(page.getByText('No features match this filter.')).toBeVisible();
    await filter.fill('');
  });

  await test.step('features are sorted', async () => {
    await choose(page, 'Sort features', 'Strongest first');
    await expect(features.first()).toHaveText('device');
    await expect(features.nth(1)).toContainText('group');
    await expectAccessible(page);
  });

  await test.step('access is exported as CSV', async () => {
    await page.getByRole('button', { name: 'Export access' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'As CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('access-tenant.csv');
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv).toContain('group,rw,EMEA administrators,/roles/2,rw,/groups/1\r\n');
  });

  const name = fresh('key');
  const key = await test.step('a new API key', async () => {
    await page.getByRole('button', { name: 'New API key' }).click();
    await dialog(page).getByRole('button', { name: 'Create API key' }).click();
    await expect(dialog(page).getByText('Name is required')).toBeVisible();
    await dialog(page).getByLabel('Name').fill(name);
    await dialog(page).getByRole('button', { name: 'Create API key' }).click();
    return dialog(page).getByLabel(`API key ${name}`).innerText();
  });

  await test.step('its key is shown once', async () => {
    await expect(page.getByRole('button', { name: 'Copy key' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Close without copying the key?' });
    await expect(question).toContainText("The key won't be shown again");
    await question.getByRole('button', { name: 'Back to the key' }).click();
    await page.context().grantPermissions(['clipboard-write']);
    await page.getByRole('button', { name: 'Copy key' }).click();
    await expect(page.getByRole('button', { name: 'Key copied' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText(key)).toHaveCount(0);
  });

  const program = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { Authorization: `token ${key}` },
  });
  await test.step('programs sign in with it', async () => {
    expect(await (await program.get('/api/authentication')).json()).toMatchObject({ login: 'tenant' });
  });

  await test.step('it has the access of its user', async () => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Check access' }).click();
    await expect(page.getByText(`API key ${name} can change groups in EMEA`)).toBeVisible();
    await expect(page.getByText('An API key has the access of its user, tenant.')).toBeVisible();
    await page.goBack();
  });

  await test.step('a revoked key stops working', async () => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog(page)
      .getByRole('button', { name: `Revoke ${name}` })
      .click();
    await expect(page.getByText(`${name} revoked`)).toBeVisible();
    expect((await program.get('/api/authentication')).status()).toBe(401);
    await program.dispose();
  });

  await test.step('several keys are revoked together', async () => {
    for (const other of others) await page.getByRole('checkbox', { name: `Select ${other}` }).check();
    await page.getByRole('button', { name: 'Revoke 2 API keys' }).click();
    await dialog(page).getByRole('button', { name: 'Revoke 2 API keys' }).click();
    await expect(page.getByText('2 API keys revoked')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: `Select ${others[0]}` })).toBeHidden();
  });
});
