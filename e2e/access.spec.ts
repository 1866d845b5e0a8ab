import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, type Role } from './fixtures.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: false }) });

/** A name that no other test uses. */
function fresh(name: string): string {
  return `${name}-${Math.random().toString(36).slice(2, 8)}`;
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).first().click();
}

test.describe('my access', () => {
  test('shows what each role grants, where, what is missing, and where it comes from', async ({
    page,
    signInAs,
  }) => {
    await signInAs('tenant');
    await page.goto('/access');
    await expect(page.getByText('You are signed in as tenant of the group EMEA, with 1 role.')).toBeVisible();
    await expect(row(page, 'group_admin')).toContainText('rw ← role EMEA administrators ← EMEA and below');
    await expect(row(page, 'mitigation_reporting')).toContainText('ro ←');
    await expect(row(page, 'palisade')).toContainText('No role grants it');
    const missing = page.getByRole('region', { name: 'What is missing' });
    await expect(missing).toContainText('No role of yours grants palisade, mitigation_config');
    await expect(missing).toContainText('You may only read mitigation_reporting');
    await page.getByLabel('Filter features, roles and privileges').fill('routing');
    await expect(page.getByRole('rowheader')).toHaveCount(2);
    await page.getByLabel('Filter features, roles and privileges').fill('nothing like it');
    await expect(page.getByText('No feature, role or privilege fits this filter.')).toBeVisible();
    await page.getByLabel('Filter features, roles and privileges').fill('');
    await choose(page, 'Order of the features', 'Strongest first');
    await expect(page.getByRole('rowheader').first()).toHaveText('device');
    await expect(page.getByRole('rowheader').nth(1)).toContainText('group');
    await expectAccessible(page);
  });

  test('exports JSON and CSV', async ({ page, signInAs }) => {
    await signInAs('tenant');
    await page.goto('/access');
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

  test('tells a user without a role what they can still do, and keeps the rest from them', async ({
    page,
    signInAs,
  }) => {
    await signInAs('guest');
    await page.goto('/access');
    await expect(page.getByText('You have no role, so you may see and change nothing but')).toBeVisible();
    const pages = page.getByRole('navigation', { name: 'Access' });
    await expect(pages.getByRole('link')).toHaveText(['My access', 'Can I?', 'Compare']);
    await page.goto('/access/users');
    await expect(page.getByRole('alert')).toContainText('requires privilege ro on feature group_admin');
    await page.getByRole('link', { name: 'Why is this not allowed?' }).click();
    await expect(heading(page, 'Can I?')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Feature' })).toHaveValue('group_admin');
    await expect(page.getByRole('heading', { name: 'No', exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  test('shows an API key once, and revokes it', async ({ page, signInAs, playwright, baseURL }) => {
    await signInAs('guest');
    await page.goto('/access');
    const name = fresh('key');
    await page.getByRole('button', { name: 'New API key' }).click();
    await dialog(page).getByRole('button', { name: 'Create API key' }).click();
    await expect(dialog(page).getByText('Give the key a name')).toBeVisible();
    await dialog(page).getByLabel('Name').fill(name);
    await dialog(page).getByRole('button', { name: 'Create API key' }).click();
    const key = await dialog(page).getByLabel(`The key ${name}`).innerText();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'I have stored the key' }).click();
    await expect(page.getByText(key)).toHaveCount(0);
    const program = await playwright.request.newContext({
      baseURL: baseURL ?? '',
      extraHTTPHeaders: { Authorization: `token ${key}` },
    });
    expect(await (await program.get('/api/authentication')).json()).toMatchObject({ login: 'guest' });
    await page.reload();
    await expect(page.getByRole('cell', { name, exact: true })).toBeVisible();
    await page.getByRole('button', { name: `Revoke ${name}` }).click();
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog(page)
      .getByRole('button', { name: `Revoke ${name}` })
      .click();
    await expect(page.getByText(`${name} revoked`)).toBeVisible();
    expect((await program.get('/api/authentication')).status()).toBe(401);
    await program.dispose();
  });
});

test.describe('can I?', () => {
  test('answers from the address, with the chain or with what would give it', async ({ page, signInAs }) => {
    await signInAs('operator');
    await page.goto('/access/why?feature=group&privilege=ro&group=/groups/4');
    await expect(page.getByRole('heading', { name: 'Yes', exact: true })).toBeVisible();
    await expect(page.getByRole('listitem')).toContainText([
      'you hold the role Operators',
      'which applies to Default, and Acme Logistics is below it',
      'and grants rw on group, which includes ro',
    ]);
    await choose(page, 'Feature', 'palisade');
    await choose(page, 'Privilege', 'rw, read and write');
    await expect(page).toHaveURL(/feature=palisade&privilege=rw/);
    await expect(page.getByRole('heading', { name: 'No', exact: true })).toBeVisible();
    const would = page.getByRole('region', { name: 'What would give it' });
    await expect(would.getByRole('link')).toHaveText(['Administrators']);
    await page.reload();
    await expect(would.getByRole('link')).toHaveText(['Administrators']);
    await expectAccessible(page);
  });

  test('says which role comes close', async ({ page, signInAs }) => {
    await signInAs('tenant');
    await page.goto('/access/why?feature=mitigation_reporting&privilege=rw&group=/groups/1');
    await expect(page.getByRole('listitem')).toContainText(['EMEA administrators grants only ro']);
    await page.goto('/access/why?feature=group&privilege=rw&group=/groups/0');
    await expect(page.getByRole('listitem')).toContainText(['EMEA administrators applies to EMEA']);
  });
});

test.describe('comparing', () => {
  test('compares two roles, and keeps them in the address', async ({ page, signInAs }) => {
    await signInAs('auditor');
    await page.goto('/access/compare');
    await choose(page, 'This', 'EMEA administrators');
    await choose(page, 'With', 'Operators');
    await expect(page.getByText('7 differences')).toBeVisible();
    await page.reload();
    await expect(page.getByText('7 differences')).toBeVisible();
    await expect(page.getByRole('row', { name: 'group_admin EMEA and below rw ro' })).toBeVisible();
    await expect(page.getByRole('row', { name: 'device EMEA and below rw rw' })).toBeHidden();
    await page.getByLabel('Show what is the same too').check({ force: true });
    await expect(page.getByRole('row', { name: 'device EMEA and below rw rw' })).toBeVisible();
    await expectAccessible(page);
  });

  test('compares two users', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/access/compare?left=/users/3&right=/users/4');
    await expect(page.getByRole('columnheader')).toHaveText(['Feature', 'Group', 'operator', 'auditor']);
    await expect(page.getByRole('row', { name: 'palisade Default and below none ro' })).toBeVisible();
  });

  test('compares oneself with a pasted result, and says when it is none', async ({
    page,
    signInAs,
    apiAs,
  }) => {
    const other = await (await (await apiAs('operator')).get('/api/authentication')).text();
    await signInAs('guest');
    await page.goto('/access/compare');
    const paste = page.getByLabel('Authentication result');
    await paste.fill('no JSON');
    await expect(page.getByRole('alert')).toContainText('This is no authentication result');
    await paste.fill(other);
    await expect(page.getByText('5 differences')).toBeVisible();
    await expect(page.getByRole('row', { name: 'group Default and below none rw' })).toBeVisible();
    // The roles alone are enough.
    await paste.fill(JSON.stringify((JSON.parse(other) as { roles: unknown[] }).roles));
    await expect(page.getByText('5 differences')).toBeVisible();
  });
});

test.describe('users', () => {
  test('creates, changes and deletes one, and says what roles add before saving', async ({
    page,
    signInAs,
    playwright,
    baseURL,
  }) => {
    await signInAs('admin');
    const login = fresh('maria');
    await page.goto('/access/users');
    await page.getByRole('button', { name: 'New user' }).click();
    await dialog(page).getByRole('button', { name: 'Create user' }).click();
    await expect(dialog(page).getByText('Give the user a login')).toBeVisible();
    await dialog(page).getByLabel('Login').fill('admin');
    await dialog(page).getByLabel('Name').fill('Maria');
    await choose(page, 'Group', 'EMEA');
    await choose(page, 'Roles', 'EMEA administrators');
    const changes = dialog(page).getByRole('status', { name: 'What this changes' });
    await expect(changes).toContainText('Adds group rw on EMEA and below');
    await page.keyboard.press('Escape');
    await dialog(page).getByLabel('Password', { exact: true }).fill('short');
    await dialog(page).getByRole('button', { name: 'Create user' }).click();
    await expect(dialog(page).getByText('this one has 5')).toBeVisible();
    await dialog(page).getByLabel('Password', { exact: true }).fill('a fine long password');
    await dialog(page).getByRole('button', { name: 'Create user' }).click();
    await expect(dialog(page).getByText('another user already has the login "admin"')).toBeVisible();
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Maria');
    await expectAccessible(page);
    await dialog(page).getByLabel('Login').fill(login);
    await dialog(page).getByRole('button', { name: 'Create user' }).click();
    await expect(heading(page, login)).toBeVisible();
    await expect(page.getByText(`${login} can sign in with a password.`)).toBeVisible();
    await expect(row(page, 'group_admin')).toContainText('EMEA administrators');

    await page.getByRole('button', { name: 'Edit user' }).click();
    await dialog(page).getByLabel('Name').fill('Maria Novak');
    await choose(page, 'Roles', 'Auditors');
    await expect(changes).toContainText('Adds palisade ro on Default and below');
    await page.keyboard.press('Escape');
    const [request] = await Promise.all([
      page.waitForRequest((candidate) => candidate.method() === 'PUT'),
      dialog(page).getByRole('button', { name: 'Save changes' }).click(),
    ]);
    expect(request.postDataJSON()).toEqual({
      data: { display_name: 'Maria Novak', role_resources: ['/roles/2', '/roles/4'] },
    });
    await expect(row(page, 'palisade')).toContainText('Auditors');

    const session = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    const signIn = (password: string) =>
      session.post('/api/authentication', { data: { data: { login, password } } });
    expect((await signIn('a fine long password')).status()).toBe(201);
    await page.getByRole('button', { name: 'Reset password' }).click();
    await dialog(page).getByRole('button', { name: 'Generate password' }).click();
    const password = await dialog(page).getByLabel('New password').inputValue();
    await dialog(page).getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText(`${login} has a new password`)).toBeVisible();
    expect((await session.get('/api/authentication')).status()).toBe(401);
    expect((await signIn(password)).status()).toBe(201);
    await page.getByRole('button', { name: 'Reset password' }).click();
    await dialog(page).getByRole('button', { name: 'Remove password' }).click();
    await expect(page.getByText(`${login} has no password.`)).toBeVisible();

    await page.getByRole('button', { name: 'Delete user' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog(page)
      .getByRole('button', { name: `Delete ${login}` })
      .click();
    await expect(heading(page, 'Users')).toBeVisible();
    await expect(page.getByText(`${login} deleted`)).toBeVisible();
    await expect(page.getByRole('link', { name: login })).toHaveCount(0);
    await session.dispose();
  });

  test('says why the last administrator stays', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/access/users/1');
    await expect(heading(page, 'admin')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete user' })).toBeHidden();
    await page.getByRole('button', { name: 'Edit user' }).click();
    await dialog(page).getByRole('combobox', { name: 'Roles' }).press('Backspace');
    await expect(dialog(page).getByText('Takes away group_admin rw on Default and below')).toBeVisible();
    await page.keyboard.press('Escape');
    await dialog(page).getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog(page)).toContainText('nobody would be left with privilege rw on feature group_admin');
  });

  test('finds users, goes through them by keyboard, and keeps the search in the address', async ({
    page,
    signInAs,
  }) => {
    await signInAs('auditor');
    await page.goto('/access/users');
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'New user' })).toBeHidden();
    await page.getByRole('link', { name: 'admin', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('link', { name: 'tenant' })).toBeFocused();
    await page.keyboard.press('Home');
    await expect(page.getByRole('link', { name: 'admin', exact: true })).toBeFocused();
    await page.getByLabel('Search users').fill('TARA');
    await expect(page.getByText('1 user found')).toBeVisible();
    await expect(page).toHaveURL(/q=TARA/);
    await page.reload();
    await expect(page.getByRole('link', { name: 'tenant' })).toBeVisible();
    await page.getByLabel('Search users').fill('nobody at all');
    await expect(page.getByText('No user fits “nobody at all”.')).toBeVisible();
    await page.getByLabel('Search users').press('Escape');
    await expect(page.getByRole('link', { name: 'guest' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'guest' }).press('Enter');
    await expect(heading(page, 'guest')).toBeVisible();
    await expect(page.getByRole('button', { name: /Edit|Reset|Delete|New API/ })).toHaveCount(0);
    await expectAccessible(page);
  });

  test('shows a tenant administrator their own users alone, and what they may give', async ({
    page,
    signInAs,
  }) => {
    await signInAs('tenant');
    await page.goto('/access/users');
    await expect(page.getByRole('link', { name: 'tenant' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'admin', exact: true })).toHaveCount(0);
    await page.goto('/access/users/1');
    await expect(heading(page, 'There is no user 1')).toBeVisible();
    await page.goto('/access/roles/2');
    await page.getByRole('button', { name: 'Edit role' }).click();
    await expect(dialog(page).getByRole('combobox', { name: 'Privilege on palisade' })).toBeDisabled();
    await expect(dialog(page).getByText('You do not hold it for EMEA').first()).toBeVisible();
    await expectAccessible(page);
  });
});

test('creates, changes and deletes a role', async ({ page, signInAs }) => {
  await signInAs('admin');
  const name = fresh('Routing');
  await page.goto('/access/roles');
  await page.getByRole('button', { name: 'New role' }).click();
  await dialog(page).getByLabel('Name').fill(name);
  await choose(page, 'Privilege on zone_routing', 'rw, read and write');
  await dialog(page).getByRole('button', { name: 'Create role' }).click();
  await expect(heading(page, name)).toBeVisible();
  await expect(page.getByRole('row', { name: 'zone_routing rw' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit role' }).click();
  await choose(page, 'Privilege on zone_routing', 'ro, read');
  const [request] = await Promise.all([
    page.waitForRequest((candidate) => candidate.method() === 'PUT'),
    dialog(page).getByRole('button', { name: 'Save changes' }).click(),
  ]);
  expect(request.postDataJSON()).toEqual({
    data: { features: [{ name: 'zone_routing', privilege: 'ro' }] },
  });
  await expect(page.getByRole('row', { name: 'zone_routing ro' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete role' }).click();
  await dialog(page)
    .getByRole('button', { name: `Delete ${name}` })
    .click();
  await expect(heading(page, 'Roles')).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
  await expectAccessible(page);
});

const refusals: Record<
  Exclude<Role, 'admin'>,
  [method: string, path: string, data: object | undefined, status: number][]
> = {
  tenant: [
    ['GET', '/users/1', undefined, 404],
    ['PUT', '/users/1', { password: 'taken over by a tenant' }, 404],
    ['POST', '/users', { login: 'x', group_resource: '/groups/0' }, 400],
    ['POST', '/users', { login: 'x', group_resource: '/groups/1', role_resources: ['/roles/1'] }, 400],
    ['POST', '/users/1/api_keys', { name: 'x' }, 404],
    ['DELETE', '/roles/1', undefined, 404],
  ],
  operator: [
    ['POST', '/users', { login: 'x', group_resource: '/groups/0' }, 403],
    ['PUT', '/users/5', { role_resources: ['/roles/1'] }, 403],
    ['DELETE', '/users/5', undefined, 403],
    ['POST', '/roles', { name: 'x', admin_group: '/groups/0' }, 403],
    ['POST', '/users/5/api_keys', { name: 'x' }, 403],
  ],
  auditor: [
    ['PUT', '/users/4', { role_resources: ['/roles/1'] }, 403],
    ['PUT', '/roles/4', { features: [{ name: 'group', privilege: 'rw' }] }, 403],
    ['POST', '/users/1/api_keys', { name: 'x' }, 403],
  ],
  guest: [
    ['GET', '/users', undefined, 403],
    ['GET', '/roles', undefined, 403],
    ['GET', '/users/5', undefined, 403],
    ['PUT', '/users/5', { role_resources: ['/roles/1'] }, 403],
    ['GET', '/users/1/api_keys', undefined, 403],
  ],
};

for (const [role, requests] of Object.entries(refusals)) {
  test(`refuses direct requests of ${role}`, async ({ apiAs }) => {
    // Object.entries widens the names of the roles to strings.
    const api = await apiAs(role as Role);
    for (const [method, path, data, status] of requests) {
      const response = await api.fetch(`/api${path}`, { method, ...(data ? { data: { data } } : {}) });
      expect({ method, path, status: response.status() }).toEqual({ method, path, status });
      expect(await response.json()).toEqual({
        detail: [expect.stringMatching(/requires privilege|not visible/)],
      });
    }
  });
}

test('works on a phone', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['', '/why', '/compare', '/users', '/users/2', '/roles', '/roles/2']) {
    await page.goto(`/access${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  }
});
