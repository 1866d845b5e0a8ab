import { readFileSync } from 'node:fs';
import { choose, dialog, row } from './access-helpers.ts';
import { expect, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';

test("a user's life", async ({ page, signInAs, apiAs, playwright, baseURL }) => {
  await signInAs('admin');
  const login = fresh('maria');

  await test.step('invalid fields', async () => {
    await page.goto('/access/users');
    await page.getByRole('button', { name: 'New user' }).click();
    await dialog(page).getByLabel('Password', { exact: true }).fill('short');
    await dialog(page).getByRole('button', { name: 'Create user' }).click();
    await expect(dialog(page).getByText('Login is required')).toBeVisible();
    await expect(dialog(page).getByText('currently 5')).toBeVisible();
    await expect(dialog(page).getByLabel('Login')).toBeFocused();
    await dialog(page).getByLabel('Login').fill('admin');
    await expect(dialog(page).getByText('Login is required')).toBeHidden();
  });

  const changes = dialog(page).getByRole('status', { name: 'What this changes' });
  await test.step('a preview of what roles add', async () => {
    await dialog(page).getByLabel('Name').fill('Maria');
    await choose(page, 'Group', 'EMEA');
    await choose(page, 'Roles', 'EMEA administrators');
    await expect(changes).toContainText('Adds group rw on EMEA and its subgroups');
    await page.keyboard.press('Escape');
  });

  const tabs = page.getByRole('navigation', { name: 'Parts of this record' });
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem');
  await test.step('created after a conflict', async () => {
    await dialog(page).getByLabel('Password', { exact: true }).fill('a fine long password');
    await expect(dialog(page).getByText('currently')).toBeHidden();
    await dialog(page).getByRole('button', { name: 'Create user' }).click();
    await expect(dialog(page).getByText('another user already has the login "admin"')).toBeVisible();
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Maria');
    await dialog(page).getByLabel('Login').fill(login);
    await dialog(page).getByRole('button', { name: 'Create user' }).click();
    await expect(heading(page, login)).toBeVisible();
    await expect(crumbs).toHaveText(['Access', 'Users', login]);
    const details = page.getByRole('row', { name: /^(Group|Roles) EMEA/ });
    await expect(details.getByRole('link')).toHaveText(['EMEA', 'EMEA administrators']);
    await expect(row(page, 'group_admin')).toContainText('EMEA administrators');
    await tabs.getByRole('link', { name: /^Sign-in/ }).click();
    await expect(page.getByText(`${login} can sign in with a password.`)).toBeVisible();
    await tabs.getByRole('link', { name: 'Access' }).click();
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
    await dialog(page).getByText('Request preview').click();
    const shown = dialog(page).getByLabel('Request', { exact: true });
    await expect(shown).toContainText(`PUT ${resource}`);
    await expect(shown).toContainText('"password": "••••••••"');
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

test('a list of a thousand users', async ({ page, signInAs }) => {
  await signInAs('admin');
  const data = { data: { what: 'users', count: 1000 } };
  expect((await page.request.post('/-/lab/data/generate', { data })).status()).toBe(200);
  const wholeLists: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/groups\?(?!.*lineage_of)/.test(request.url())) wholeLists.push(request.url());
  });

  await test.step('names groups without loading them all', async () => {
    await page.goto('/access/users');
    // Group names are shown without loading all groups.
    await expect(
      page.getByRole('row', { name: /^tenant / }).getByRole('gridcell', { name: 'EMEA', exact: true }),
    ).toBeVisible();
    expect(wholeLists).toEqual([]);
  });

  await test.step('jumps to the end', async () => {
    await page.getByRole('link', { name: 'admin', exact: true }).focus();
    await page.keyboard.press('End');
    await expect(page.getByRole('row', { name: /-001000 / })).toBeFocused();
  });

  const search = page.getByLabel('Search users');
  await test.step('is searched', async () => {
    await search.fill('generated 00');
    await expect(page.getByText('1,000 users found')).toBeVisible();
    await expect(page.getByRole('link', { name: /-000001$/ })).toBeInViewport();
  });

  await test.step('exports what is shown', async () => {
    await search.fill('tara');
    await expect(page.getByText('1 user found')).toBeVisible();
    const view = page.getByRole('button', { name: 'View' });
    await view.click();
    await page.getByRole('menuitemcheckbox', { name: 'Roles' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Path' }).click();
    const headers = ['', 'Login', 'Name', 'Group', 'Can', 'Last sign-in', 'Path', 'Actions'];
    await expect(page.getByRole('columnheader')).toHaveText(headers);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export 1 user as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('users.csv');
    expect(readFileSync(await file.path(), 'utf8')).toMatch(
      /^\uFEFFLogin,Name,Group,Can,Last sign-in \([\w/+-]+\),Path\r\ntenant,Tara Tenant,EMEA,"[^"]*device[^"]*",[^,]*,\/users\/2\r\n$/,
    );
  });

  await test.step('is filtered by group', async () => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('link', { name: /^Users 1,/ }).click();
    await page.getByRole('link', { name: /^Show all 1,\d+ users$/ }).click();
    await search.fill('tenant');
    await expect(page.getByText('No users match “tenant”')).toBeVisible();
    await page.getByRole('button', { name: 'Remove filter Group: Default' }).click();
    await expect(search).toHaveValue('tenant');
    await expect(page.getByRole('link', { name: 'tenant' })).toBeVisible();
  });
});
