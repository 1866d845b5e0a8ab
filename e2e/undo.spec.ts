import type { Page } from '@playwright/test';
import { choose, dialog } from './access-helpers.ts';
import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { createByHand, field } from './oidc-helpers.ts';

const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Changes saved' });
const undo = (page: Page) => saved(page).getByRole('button', { name: 'Undo' }).click();
const saveChanges = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();

test.beforeEach(async ({ signInAs }) => signInAs('admin'));

test('undoes the edit of a group, unless it has been changed since', async ({ page, apiAs }) => {
  const api = await apiAs('admin');
  const name = fresh('Undone');
  const created = await api.post('/api/groups', { data: { data: { name, description: 'Before' } } });
  const { group_resource: path } = (await created.json()) as { group_resource: string };
  await page.goto(path);
  const edit = async (values: { Name: string; Description: string }) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    for (const [label, value] of Object.entries(values)) await dialog(page).getByLabel(label).fill(value);
    await saveChanges(page);
  };
  await edit({ Name: `${name} renamed`, Description: 'After' });
  await expect(heading(page, `${name} renamed`)).toBeVisible();
  await expectAccessible(page);
  const [request] = await Promise.all([
    page.waitForRequest((candidate) => candidate.method() === 'PUT'),
    undo(page),
  ]);
  expect(request.postDataJSON()).toEqual({ data: { name, description: 'Before' } });
  await expect(heading(page, name)).toBeVisible();
  await expect(page.getByText('Changes undone')).toBeVisible();

  await edit({ Name: `${name} again`, Description: 'After' });
  await expect(heading(page, `${name} again`)).toBeVisible();
  await api.put(`/api${path}`, { data: { data: { description: 'Theirs' } } });
  await undo(page);
  const declined = page.getByRole('alert').filter({ hasText: `Couldn't undo the changes to ${name} again` });
  await expect(declined).toContainText('Changed again since then: description. Nothing was undone.');
  await expect(heading(page, `${name} again`)).toBeVisible();
});

test('undoes the edits of a user and a role from the history', async ({ page, apiAs }) => {
  const api = await apiAs('admin');
  const login = fresh('undone');
  const createdUser = await api.post('/api/users', {
    data: { data: { login, display_name: 'Before', group_resource: '/groups/0', role_resources: [] } },
  });
  const user = (await createdUser.json()) as { user_resource: string };
  await page.goto(`/access${user.user_resource}`);
  await page.getByRole('button', { name: 'Edit user' }).click();
  await dialog(page).getByLabel('Name').fill('After');
  await choose(page, 'Roles', 'Operators');
  await page.keyboard.press('Escape');
  await saveChanges(page);
  await expect(page.getByText('After')).toBeVisible();
  await saved(page).getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Notifications' }).click();
  const history = page.getByRole('dialog', { name: 'Notifications' });
  const entry = history.getByRole('listitem').filter({ hasText: 'Changes saved' });
  await entry.getByRole('button', { name: 'Undo' }).click();
  await expect(history.getByRole('listitem').first()).toContainText('Changes undone');
  await expect(entry.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  const userNow: unknown = await (await api.get(`/api${user.user_resource}`)).json();
  expect(userNow).toMatchObject({ display_name: 'Before', role_resources: [] });
  await page.keyboard.press('Escape');

  const roleName = fresh('Undone role');
  const createdRole = await api.post('/api/roles', {
    data: {
      data: {
        name: roleName,
        description: 'Before',
        features: [{ name: 'group', privilege: 'ro' }],
        admin_group: '/groups/0',
        group_resources: ['/groups/1'],
      },
    },
  });
  const role = (await createdRole.json()) as { role_resource: string };
  await page.goto(`/access${role.role_resource}`);
  await page.getByRole('button', { name: 'Edit role' }).click();
  await dialog(page).getByLabel('Description').fill('After');
  await saveChanges(page);
  await expect(page.getByText('After')).toBeVisible();
  await undo(page);
  await expect(page.getByText('Before')).toBeVisible();
});

test('undoes the edit of a provider, keeping what was typed since', async ({ page, apiAs }) => {
  const { id, name } = await createByHand(await apiAs('admin'), fresh('Undone provider'));
  await page.goto(`/oidc/${id}`);
  await field(page, 'Name').fill(`${name} renamed`);
  await saveChanges(page);
  await expect(heading(page, `${name} renamed`)).toBeVisible();
  await field(page, 'Client ID').fill('typed');
  const [request] = await Promise.all([
    page.waitForRequest((candidate) => candidate.method() === 'PUT'),
    page
      .getByRole('status')
      .filter({ hasText: 'renamed saved' })
      .getByRole('button', { name: 'Undo' })
      .click(),
  ]);
  expect(request.postDataJSON()).toEqual({ data: { name } });
  await expect(heading(page, name)).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue(name);
  await expect(field(page, 'Client ID')).toHaveValue('typed');
  // A secret can't be restored.
  await page.getByRole('button', { name: 'Replace secret' }).click();
  await page.getByLabel('Client secret').fill('another secret');
  await saveChanges(page);
  const notice = page.getByRole('status').filter({ hasText: new RegExp(`${name} saved`) });
  await expect(notice).toBeVisible();
  await expect(notice.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});
