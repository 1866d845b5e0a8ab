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
  const context = await browser.newContext({ baseURL: baseURL ?? '', ignoreHTTPSErrors: true });
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

test('the arrow keys open the entries next to the open one', async ({ page, signInAs, apiAs }) => {
  const api = await apiAs('admin');
  const path = await createUser(api, { login: fresh('stepped') });
  for (const display_name of ['First', 'Second'])
    expect((await api.put(`/api${path}`, { data: { data: { display_name } } })).status()).toBe(200);
  await signInAs('admin');
  await page.goto(`/activity?log=changes&resource=${path}`);
  const rows = page.getByRole('grid', { name: 'Changes' }).getByRole('row');
  const current = page.locator('[role=row][aria-current=true]');
  const value = page.getByRole('row', { name: /^Name/ });
  await expect(current).toHaveCount(0);
  await rows.nth(1).getByRole('link').first().click();
  await expect(value).toContainText('Second');
  await expect(current).toHaveText((await rows.nth(1).textContent()) ?? '');
  await page.keyboard.press('ArrowDown');
  await expect(value).not.toContainText('Second');
  await expect(value).toContainText('First');
  await expect(rows.nth(2)).toHaveAttribute('aria-current', 'true');
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(value).toContainText('Second');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'All changes' }).click();
  await expect(heading(page, 'Changes')).toBeVisible();
  await expect(rows.nth(1)).toBeFocused();
  // In place of the list.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('Enter');
  await expect(heading(page, /^Updated user/)).toBeFocused();
  await page.getByRole('link', { name: 'All changes' }).click();
  await expect(rows.nth(1)).toBeFocused();
});

test('a wrong edit is found and restored, and a deleted provider recreated', async ({
  page,
  signInAs,
  apiAs,
}) => {
  const api = await apiAs('admin');
  const { id, name } = await createByHand(api, fresh('Acme'));
  for (const data of [{ scope: 'openid email' }, { username_path: 'wrong' }])
    expect((await api.put(`/api/oidc_ops/${id}`, { data: { data } })).status()).toBe(200);
  await signInAs('admin');
  await page.goto(`/oidc/${id}`);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText(/Last changed .* by admin/);
  await history.getByRole('checkbox', { name: 'Select Version 3' }).check();
  await history.getByRole('checkbox', { name: 'Select Version 1' }).check();
  await history.getByRole('button', { name: 'Compare' }).click();
  const comparison = page.getByRole('dialog', { name: 'Compare versions' });
  await expect(comparison.getByRole('row', { name: /^Username expression/ })).toContainText('wrong');
  await expect(comparison.getByRole('row', { name: /^Scope/ })).toContainText('openid email');
  await expectAccessible(page);
  await comparison.getByLabel('Older version').selectOption({ index: 1 });
  await expect(comparison.getByRole('row', { name: /^Scope/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await history.getByRole('button', { name: 'Actions for Version 2' }).click();
  await page.getByRole('menuitem', { name: 'Restore this version' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore version 2' });
  await expect(dialog.getByRole('row', { name: /^Username expression/ })).toContainText('preferred_username');
  await expectAccessible(page);
  const [request] = await Promise.all([
    page.waitForRequest((candidate) => candidate.method() === 'PUT'),
    dialog.getByRole('button', { name: 'Restore version 2' }).click(),
  ]);
  expect(request.postDataJSON()).toEqual({ data: { username_path: 'preferred_username' } });
  await expect(page.getByRole('textbox', { name: 'Expression' })).toHaveValue('preferred_username');
  await expect(history.getByRole('row', { name: /Username expression/ })).toHaveCount(2);

  expect((await api.delete(`/api/oidc_ops/${id}`)).status()).toBe(200);
  await page.goto('/activity?log=changes&action=deleted');
  await page.getByRole('row').filter({ hasText: name }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Recreate' }).click();
  const recreation = page.getByRole('dialog', { name: `Recreate ${name}` });
  await recreation.getByRole('button', { name: 'Create provider' }).click();
  await expect(recreation.getByText('Enter the client secret')).toBeVisible();
  await expectAccessible(page);
  await recreation.getByLabel('Client secret').fill('another secret');
  await expect(recreation.getByText('Enter the client secret')).toBeHidden();
  await recreation.getByRole('button', { name: 'Create provider' }).click();
  await expect(heading(page, name)).toBeVisible();
  expect(page.url()).not.toContain(`/oidc/${id}`);
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

test('groups, users and roles are restored from their history', async ({ page, signInAs, apiAs }) => {
  const api = await apiAs('admin');
  const group = await create(api, '/groups', { name: fresh('Restored'), description: 'Right' });
  const user = await createUser(api, { login: fresh('restored'), display_name: 'Right' });
  const grants = (privilege: string) => [{ name: 'group', privilege }];
  const role = await create(api, '/roles', {
    name: fresh('Restored'),
    description: '',
    features: grants('ro'),
    group_resources: [group],
    admin_group: '/groups/0',
  });
  await signInAs('admin');
  for (const [path, address, right, wrong] of [
    [group, group, { description: 'Right' }, { description: 'Wrong' }],
    [user, `/access${user}`, { display_name: 'Right' }, { display_name: 'Wrong' }],
    [role, `/access${role}`, { features: grants('ro') }, { features: grants('rw') }],
  ] as const) {
    expect((await api.put(`/api${path}`, { data: { data: wrong } })).status()).toBe(200);
    await page.goto(address);
    const actions = page.getByRole('button', { name: 'Actions for Version 1' });
    await expect(actions).toBeVisible();
    // What's above the history would move it while its menu is open.
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await actions.click();
    await page.getByRole('menuitem', { name: 'Restore this version' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore version 1' });
    await expect(dialog.getByRole('table', { name: 'What will change' })).toContainText(/Right|group ro/);
    await expect(dialog).not.toContainText('Can’t be changed back');
    const [request] = await Promise.all([
      page.waitForRequest((candidate) => candidate.method() === 'PUT'),
      dialog.getByRole('button', { name: 'Restore version 1' }).click(),
    ]);
    expect(request.postDataJSON()).toEqual({ data: right });
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Actions for Version 3' })).toBeVisible();
    expect(await (await api.get(`/api${path}`)).json()).toMatchObject(right);
  }
});

test('a user is erased from the logs, before and after being deleted', async ({ page, signInAs, apiAs }) => {
  const api = await apiAs('admin');
  const login = fresh('erased');
  const path = await createUser(api, { login, display_name: 'Erika Erased' });
  const wrong = { data: { data: { login, password: 'wrong' } } };
  expect((await api.post('/api/authentication', wrong)).status()).toBe(401);
  await signInAs('admin');
  await page.goto(`/access${path}`);
  const signIns = page.getByRole('region', { name: 'Recent sign-ins' });
  await expect(signIns.getByRole('row', { name: /Rejected/ })).toContainText('127.0.0.1');
  await signIns.getByRole('button', { name: 'Erase from logs' }).click();
  const dialog = page.getByRole('dialog', { name: `Erase ${login} from logs` });
  await expect(dialog).toContainText('This can’t be undone');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(signIns.getByRole('row', { name: /Rejected/ })).toContainText('127.0.0.1');
  await signIns.getByRole('button', { name: 'Erase from logs' }).click();
  await dialog.getByRole('button', { name: `Erase ${login} from logs` }).click();
  await expect(page.getByText(`${login} erased from logs`)).toBeVisible();
  await expect(signIns.getByRole('row', { name: /Rejected/ })).toContainText(/forgotten-/);
  await expect(signIns).not.toContainText('127.0.0.1');
  const logs = async () => {
    const changes = await api.get(`/api/changes?resource=${path}`);
    const events = await api.get(`/api/sign_in_events?user=${path}`);
    return (await changes.text()) + (await events.text());
  };
  expect(await logs()).not.toContain(login);

  expect((await api.delete(`/api${path}`)).status()).toBe(200);
  expect(await logs()).toContain(login);
  await page.goto(`/activity?log=changes&action=deleted&resource=${path}`);
  await page.getByRole('row').filter({ hasText: login }).getByRole('link').first().click();
  await expect(heading(page, `Deleted user ${login}`)).toBeVisible();
  await page.getByRole('button', { name: 'Erase from logs' }).click();
  await dialog.getByRole('button', { name: `Erase ${login} from logs` }).click();
  await expect(heading(page, /^Deleted user forgotten-/)).toBeVisible();
  expect(await logs()).not.toContain(login);
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

test('compared values name groups and roles', async ({ page, signInAs, apiAs }) => {
  const api = await apiAs('admin');
  const path = await createUser(api, { login: fresh('moved') });
  const { data } = (await (await api.get('/api/roles?limit=1')).json()) as {
    data: [{ name: string; role_resource: string }];
  };
  const [{ name, role_resource: role }] = data;
  const update = { group_resource: '/groups/1', role_resources: [role] };
  expect((await api.put(`/api${path}`, { data: { data: update } })).status()).toBe(200);
  await signInAs('admin');
  await page.goto(`/activity?log=changes&action=updated&resource=${path}`);
  await page.getByRole('row').filter({ hasText: 'Updated' }).getByRole('link').first().click();
  const changed = page.getByRole('table', { name: 'Changed fields' });
  await expect(changed.getByRole('row', { name: /^Group/ }).getByRole('link')).toHaveText([
    'Default',
    'EMEA',
  ]);
  await expect(changed.getByRole('row', { name: /^Roles/ }).getByRole('link')).toHaveText([name]);
  await page.goto(`/access${path}`);
  const history = page.getByRole('region', { name: 'History' });
  await history.getByRole('button', { name: 'Actions for Version 1' }).click();
  await page.getByRole('menuitem', { name: 'Compare with latest' }).click();
  const differences = page.getByRole('table', { name: 'Differences' });
  await expect(differences.getByRole('row', { name: /^Group/ }).getByRole('link')).toHaveText([
    'Default',
    'EMEA',
  ]);
  await expect(differences.getByRole('row', { name: /^Roles/ }).getByRole('link')).toHaveText([name]);
});
