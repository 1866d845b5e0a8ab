import { readFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import { createByHand, demoRecord } from './oidc-helpers.ts';
import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';

test('a failed sign-in is found by its reference, understood and fixed', async ({
  page,
  browser,
  baseURL,
  signInAs,
  apiAs,
}) => {
  const api = await apiAs('admin');
  const { id } = await demoRecord(api);
  const broken = { scope: 'openid', username_path: 'preferred_username' };
  expect((await api.put(`/api/oidc_ops/${id}`, { data: { data: broken } })).status()).toBe(200);

  // A colleague in another browser.
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await context.newPage();
  const signIn = async () => {
    await theirs.goto('/sign-in');
    await theirs.getByRole('link', { name: 'Demo sign-in' }).click();
    await theirs.getByRole('radio', { name: /^Olivia Operator / }).check();
    await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await signIn();
  const shown = await theirs
    .getByText(/Reference/)
    .first()
    .textContent();
  const reference = /\b[A-Z]{8}\b/.exec(shown ?? '')?.[0] ?? '';
  expect(reference).not.toBe('');

  await signInAs('admin');
  await page.goto('/activity');
  await expect(heading(page, 'Sign-ins')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Reference' }).fill(reference);
  await expect(page.getByText('1 sign-in found')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`reference=${reference}`));
  await page
    .getByRole('row', { name: /Rejected/ })
    .getByRole('link')
    .first()
    .click();
  await expect(heading(page, 'Rejected sign-in')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Username expression' })).toContainText('Failed');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add scope profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add scope profile' });
  await expect(dialog.getByRole('row', { name: /^Scope/ })).toContainText('openid profile');
  await dialog.getByText('Request preview').click();
  await expect(dialog.getByLabel('Request', { exact: true })).toContainText('"scope": "openid profile"');
  await dialog.getByRole('button', { name: 'Add scope profile' }).click();
  await expect(dialog).toBeHidden();

  await signIn();
  await expect(theirs.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  await context.close();
  await page.goto(`/oidc/${id}`);
  await expect(page.getByRole('list', { name: 'Rejected sign-ins by reason' })).toContainText(
    'No username in the claims',
  );
});

test('the log grows while it is open, and is exported for spreadsheets and programs', async ({
  page,
  signInAs,
  apiAs,
}) => {
  await signInAs('admin');
  await page.goto('/activity?log=changes');
  await expect(heading(page, 'Changes')).toBeVisible();
  const api = await apiAs('admin');
  const secret = fresh('canary');
  const { name } = await createByHand(api, `=${fresh('Exported')}`, { client_secret: secret });
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Created');
  const exported = async (format: string) => {
    await page.getByRole('button', { name: 'View' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: new RegExp(`as ${format}$`) }).click(),
    ]);
    return readFileSync(await download.path(), 'utf8');
  };
  const csv = await exported('CSV');
  expect(csv.split('\r\n')[0]).toBe('\uFEFFTime,Changed by,Action,Kind,Record,Changed,Path,Request ID');
  expect(csv).toContain(`admin,Created,provider,'${name},`);
  const lines = (await exported('JSON Lines')).trim().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as { name: string; fields: object[] });
  const created = entries.find((entry) => entry.name === name);
  expect(created?.fields).toContainEqual({ name: 'client_secret', replaced: true });
  expect(csv + lines.join('')).not.toContain(secret);
});

async function create(api: APIRequestContext, list: string, data: object): Promise<string> {
  const created = await api.post(`/api${list}`, { data: { data } });
  expect(created.status()).toBe(201);
  const record = (await created.json()) as Record<string, string>;
  return record[`${list.slice(1, -1)}_resource`] ?? '';
}

function createUser(api: APIRequestContext, data: object): Promise<string> {
  return create(api, '/users', { group_resource: '/groups/0', ...data });
}

test('a wrong password is found by its reference, and a missing entry is explained', async ({
  page,
  browser,
  baseURL,
  signInAs,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await context.newPage();
  await theirs.goto('/sign-in');
  await theirs.getByLabel('Login').fill('operator');
  await theirs.getByLabel('Password').fill('wrong');
  await theirs.keyboard.press('Enter');
  const alert = theirs.getByRole('alert');
  await expect(alert).toContainText(/Wrong login or password\.\s*Reference: [A-Z]{8}/);
  const [reference = ''] = /[A-Z]{8}/.exec((await alert.textContent()) ?? '') ?? [];
  await context.close();
  await signInAs('admin');
  await page.goto(`/activity?reference=${reference}`);
  await expect(page.getByRole('row', { name: /Rejected/ })).toContainText('operator');
  await page.request.get('/api/oidc_logins/999');
  await page.goto('/activity?code=unknown_provider');
  await expect(page.getByRole('row', { name: /Rejected/ }).first()).toContainText('Unknown provider');
  await page.goto('/activity?log=changes&entry=999999999');
  await expect(heading(page, 'This change isn’t in the log')).toBeVisible();
  await page.getByRole('link', { name: 'All changes' }).click();
  await expect(heading(page, 'Changes')).toBeVisible();
});

test('only those who could create the record can recreate it', async ({ page, signInAs, apiAs }) => {
  const api = await apiAs('admin');
  const login = fresh('regional');
  const password = 'a password for this test';
  const role = async (privilege: string, group: string) => {
    const features = [{ name: 'group', privilege }];
    const data = {
      name: fresh(privilege),
      description: '',
      features,
      group_resources: [group],
      admin_group: '/groups/0',
    };
    return create(api, '/roles', data);
  };
  const roles = [await role('ro', '/groups/0'), await role('rw', '/groups/1')];
  await createUser(api, { login, password, role_resources: roles });
  const deleted = async (parent: number) => {
    const name = fresh('Deleted');
    const created = await api.post(`/api/groups/${parent}/groups`, { data: { data: { name } } });
    const { group_resource: path } = (await created.json()) as { group_resource: string };
    expect((await api.delete(`/api${path}`)).status()).toBe(200);
    return { name, address: `/activity?log=changes&action=deleted&resource=${path}` };
  };
  const [elsewhere, below] = [await deleted(0), await deleted(1)];
  const open = async ({ name, address }: typeof below) => {
    await page.goto(address);
    await page.getByRole('row').filter({ hasText: name }).getByRole('link').first().click();
    await expect(heading(page, `Deleted group ${name}`)).toBeVisible();
    // It no longer has a page.
    await expect(page.getByRole('link', { name })).toHaveCount(0);
  };
  await page.request.post('/api/authentication', { data: { data: { login, password } } });
  await open(elsewhere);
  await expect(page.getByText(`You don't have permission to recreate ${elsewhere.name}`)).toContainText(
    'needs group · rw on Default',
  );
  await expect(page.getByRole('button', { name: 'Recreate' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Why is this not allowed?' }).click();
  await expect(page).toHaveURL(/\/access\/can\?.*feature=group/);
  await open(below);
  await expect(page.getByRole('row', { name: /^Parent/ })).toContainText('EMEA');
  await page.getByRole('button', { name: 'Recreate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
  await expect(heading(page, below.name)).toBeVisible();
  const recreated = page.url();

  await signInAs('auditor');
  await open(elsewhere);
  await expect(page.getByRole('table', { name: 'Changed fields' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recreate' })).toHaveCount(0);
  await page.goto(recreated);
  await page.getByRole('button', { name: 'Actions for Version 1' }).click();
  await expect(page.getByRole('menuitem', { name: 'Compare with latest' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Restore this version' })).toHaveCount(0);
});
