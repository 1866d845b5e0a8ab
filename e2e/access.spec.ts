import { readFile } from 'node:fs/promises';
import { choose, dialog, row } from './access-helpers.ts';
import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { applyRules } from './gateway.ts';

test.describe('my access', () => {
  test('shows effective access, the roles that grant it, and missing privileges, and exports them', async ({
    page,
    signInAs,
  }) => {
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
    await page.getByLabel('Filter features, roles and privileges').fill('routing');
    await expect(page.getByRole('rowheader')).toHaveCount(2);
    await page.getByLabel('Filter features, roles and privileges').fill('nothing like it');
    await expect(page.getByText('No features match this filter.')).toBeVisible();
    await page.getByLabel('Filter features, roles and privileges').fill('');
    await choose(page, 'Sort features', 'Strongest first');
    await expect(page.getByRole('rowheader').first()).toHaveText('device');
    await expect(page.getByRole('rowheader').nth(1)).toContainText('group');
    await expectAccessible(page);
    const save = async (kind: string) => {
      await page.getByRole('button', { name: 'Export access' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: kind }).click(),
      ]);
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
    };
    const json = await save('As JSON');
    expect(json.name).toBe('access-tenant.json');
    expect(JSON.parse(json.text)).toMatchObject({ login: 'tenant', group: '/groups/1' });
    const csv = await save('As CSV');
    expect(csv.name).toBe('access-tenant.csv');
    expect(csv.text).toContain('group,rw,EMEA administrators,/roles/2,rw,/groups/1\r\n');
  });

  test('shows a user without a role what they can access, and hides the rest', async ({
    page,
    signInAs,
    apiAs,
  }) => {
    await signInAs('guest');
    await page.goto('/access');
    await expect(page.getByText("You don't have a role, so you only have access to")).toBeVisible();
    const pages = page.getByRole('navigation', { name: 'Access' });
    await expect(pages.getByRole('link')).toHaveText(['My access', 'Check access', 'Compare']);
    await page.goto('/access/users');
    await expect(page.getByRole('alert')).toContainText('You need group_admin · ro for this');
    await page.getByRole('link', { name: 'Why is this not allowed?' }).click();
    await expect(heading(page, 'Check access')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Action' })).toHaveValue(
      'view users, roles and API keys',
    );
    await expect(page.getByRole('heading', { name: 'No', exact: true })).toBeVisible();
    // A notification links there too, without reloading the console.
    let loads = 0;
    page.on('load', () => (loads += 1));
    const admin = await apiAs('admin');
    const detail = ['requires privilege rw on feature device'];
    await applyRules(admin, {
      endpoint: 'signOut',
      effect: { kind: 'status', status: 403, detail },
      times: 1,
    });
    await page.getByRole('button', { name: 'User guest' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('alert').getByRole('link', { name: 'Why is this not allowed?' }).click();
    await expect(page.getByRole('combobox', { name: 'Action' })).toHaveValue('use device · rw');
    expect(loads).toBe(0);
    expect((await admin.delete('/-/lab/scenario')).status()).toBe(200);
  });

  test('shows an API key once, and revokes it', async ({ page, signInAs, playwright, baseURL }) => {
    await signInAs('guest');
    await page.goto('/access');
    const name = fresh('key');
    await page.getByRole('button', { name: 'New API key' }).click();
    await dialog(page).getByRole('button', { name: 'Create API key' }).click();
    await expect(dialog(page).getByText('Enter a name')).toBeVisible();
    await dialog(page).getByLabel('Name').fill(name);
    await dialog(page).getByRole('button', { name: 'Create API key' }).click();
    const key = await dialog(page).getByLabel(`API key ${name}`).innerText();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Close without copying the key?' });
    await expect(question).toContainText('The key won’t be shown again');
    await question.getByRole('button', { name: 'Back to the key' }).click();
    await page.context().grantPermissions(['clipboard-write']);
    await page.getByRole('button', { name: 'Copy key' }).click();
    await expect(page.getByRole('button', { name: 'Key copied' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText(key)).toHaveCount(0);
    const program = await playwright.request.newContext({
      baseURL: baseURL ?? '',
      extraHTTPHeaders: { Authorization: `token ${key}` },
    });
    expect(await (await program.get('/api/authentication')).json()).toMatchObject({ login: 'guest' });
    await page.reload();
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

  test('revokes several selected API keys', async ({ page, signInAs, apiAs }) => {
    const api = await apiAs('operator');
    const { user } = (await (await api.get('/api/authentication')).json()) as { user: string };
    const names = ['one', 'two', 'three', 'four'].map(fresh);
    for (const name of names) await api.post(`/api${user}/api_keys`, { data: { data: { name } } });
    await signInAs('operator');
    await page.goto('/access');
    const box = (index: number) => page.getByRole('checkbox', { name: `Select ${names[index]}` });
    const selected = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
    await box(0).check();
    await box(2).click({ modifiers: ['Shift'] });
    await selected('3 API keys selected');
    await page
      .getByRole('row')
      .filter({ hasText: names[1] ?? '' })
      .focus();
    await page.keyboard.press('Space');
    await selected('2 API keys selected');
    await expect(box(1)).not.toBeChecked();
    await page.getByRole('checkbox', { name: 'Select 4 API keys' }).click();
    await selected('4 API keys selected');
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await box(0).check();
    await box(3).check();
    await page.getByRole('button', { name: 'Revoke 2 API keys' }).click();
    await dialog(page).getByRole('button', { name: 'Revoke 2 API keys' }).click();
    await selected('2 API keys revoked');
    await expect(box(0)).toBeHidden();
    await expect(box(1)).toBeVisible();
  });
});

test('the access pages fit a phone', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.setViewportSize({ width: 390, height: 844 });
  const fits = async (name: string) => {
    await expect(heading(page, name)).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  };
  await page.goto('/access');
  await fits('My access');
  const pages = page.getByRole('navigation', { name: 'Access' });
  for (const [link, name] of [
    ['Check access', 'Check access'],
    ['Compare', 'Compare access'],
    ['Users', 'Users'],
    ['Roles', 'Roles'],
  ] as const) {
    await pages.getByRole('link', { name: link }).click();
    await fits(name);
  }
  await page.getByRole('link', { name: 'EMEA administrators' }).click();
  await fits('EMEA administrators');
  await page.goto('/access/users/2');
  await fits('tenant');
});
