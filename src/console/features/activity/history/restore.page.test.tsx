import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessible.ts';
import { chooseFor, heading, pressOn, renderPage, textsOf } from '../../../../testing/pages/render-page.tsx';
import {
  createProvider,
  createRecord,
  createUser,
  request,
  sentBy,
} from '../../../../testing/pages/requests.ts';

const history = page.getByRole('region', { name: 'History' });
const menuitem = (name: string) => page.getByRole('menuitem', { name });
const dialog = page.getByRole('dialog');

it('finds and restores a wrong edit, and recreates a deleted provider', async () => {
  const address = await createProvider('Acme');
  const path = `/api${address.replace('oidc', 'oidc_ops')}`;
  await request('PUT', path, { scope: 'openid email' });
  await request('PUT', path, { username_path: 'wrong' });
  await renderPage(`${address}?tab=history`, 'admin');
  await expect.element(history).toHaveTextContent(/Last changed .* by admin/);
  await history.getByRole('checkbox', { name: 'Select Version 3' }).click();
  await history.getByRole('checkbox', { name: 'Select Version 1' }).click();
  await history.getByRole('button', { name: 'Compare' }).click();
  const expression = dialog.getByRole('row', { name: /^Username expression/ });
  const scope = dialog.getByRole('row', { name: /^Scope/ });
  await expect.element(expression).toHaveTextContent('wrong');
  await expect.element(scope).toHaveTextContent('openid email');
  await expectAccessible();
  const older = dialog.getByLabelText('Older version');
  const { options } = older.element() as HTMLSelectElement;
  await userEvent.selectOptions(older, options[1]?.value ?? '');
  await expect.element(scope).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await chooseFor('Version 2', 'Restore this version');
  await expect.element(expression).toHaveTextContent('preferred_username');
  await dialog.getByRole('button', { name: 'Restore version 2' }).click();
  await expect.poll(() => sentBy('PUT')).toEqual([{ data: { username_path: 'preferred_username' } }]);
  await expect.element(history.getByRole('row', { name: /Username expression/ })).toHaveLength(2);
  const tabs = page.getByRole('navigation', { name: 'Parts of this record' });
  await tabs.getByRole('link', { name: 'Configuration' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Expression' })).toHaveValue('preferred_username');

  // It's suspended before it gets its former configuration.
  for (const enabled of [false, true]) await request('PUT', `${path}/login`, { enabled });
  await request('PUT', path, { scope: 'openid' });
  const log = await renderPage(`${address}?tab=history`, 'admin');
  await chooseFor('Version 5', 'Restore this version');
  await dialog.getByRole('button', { name: 'Restore version 5' }).click();
  await expect
    .poll(() => sentBy('PUT').slice(-2))
    .toEqual([{ data: { enabled: false } }, { data: { scope: 'openid email' } }]);
  await expect.element(dialog).not.toBeInTheDocument();

  await request('DELETE', path);
  log.history.push('/activity?log=changes&action=deleted');
  await page.getByRole('row').filter({ hasText: 'Acme' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Recreate' }).click();
  await expect.element(dialog).toHaveTextContent('Its button is shown, even if the old one was suspended.');
  await dialog.getByRole('button', { name: 'Create provider' }).click();
  await expect.element(dialog.getByText('Enter the client secret')).toBeVisible();
  await dialog.getByLabelText('Client secret').fill('another secret');
  await expect.element(dialog.getByText('Enter the client secret')).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Create provider' }).click();
  await expect.element(heading('Acme')).toBeVisible();
  expect(log.address()).toMatch(/^\/oidc\/\d+$/);
  expect(log.address()).not.toBe(address);
});

const grants = (privilege: string) => [{ name: 'group', privilege }];
const role = {
  name: 'Restored',
  description: '',
  features: grants('ro'),
  group_resources: ['/groups/1'],
  admin_group: '/groups/0',
};

it('offers to recreate a group, or to restore a version of it, only to those who may', async () => {
  const createGroup = (parent: number, name: string) => createRecord(`/groups/${parent}/groups`, { name });
  /** @returns the address of its deletion */
  const deleteNew = async (parent: number, name: string) => {
    const path = await createGroup(parent, name);
    await request('DELETE', `/api${path}`);
    return `/activity?log=changes&action=deleted&resource=${path}`;
  };
  const kept = await createGroup(0, 'Kept');
  await request('PUT', `/api${kept}`, { description: 'Second version' });
  const elsewhere = await deleteNew(0, 'Elsewhere');
  const below = await deleteNew(1, 'Below');
  const recreate = page.getByRole('button', { name: 'Recreate' });
  const open = async (name: string) => {
    await page.getByRole('row').filter({ hasText: name }).getByRole('link').first().click();
    await expect.element(heading(`Deleted group ${name}`)).toBeVisible();
    // It no longer has a page.
    await expect.element(page.getByRole('link', { name, exact: true })).not.toBeInTheDocument();
  };
  const auditor = await renderPage(elsewhere, 'auditor');
  await open('Elsewhere');
  await expect.element(page.getByRole('table', { name: 'Changed fields' })).toBeVisible();
  await expect.element(recreate).not.toBeInTheDocument();
  auditor.history.push(`${kept}?tab=history`);
  const actions = page.getByRole('button', { name: 'Actions for Version 1' });
  await expect.element(actions).toBeVisible();
  // As above.
  await expect.element(page.getByRole('img', { name: /^Loading/ })).not.toBeInTheDocument();
  await actions.click();
  await expect.element(menuitem('Compare with latest')).toBeVisible();
  await expect.element(menuitem('Restore this version')).not.toBeInTheDocument();

  const editsBelow = await createRecord('/roles', { ...role, name: 'Edits below', features: grants('rw') });
  await request('PUT', '/api/users/4', { role_resources: ['/roles/4', editsBelow] });
  const { history: addresses, address } = await renderPage(elsewhere, 'auditor');
  await open('Elsewhere');
  await expect
    .element(page.getByText("You don't have permission to recreate Elsewhere"))
    .toHaveTextContent('needs Groups · change group on Default');
  await expect.element(recreate).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'What would allow this?' }).click();
  await expect.poll(address).toMatch(/^\/access\/can\?.*feature=group/);
  addresses.push(below);
  await open('Below');
  await expect.element(page.getByRole('row', { name: /^Parent/ })).toHaveTextContent('EMEA');
  await expect.element(recreate).toBeVisible();
});

it('recreates what was deleted together by the keyboard, and says what prevents it', async () => {
  const together = { 'X-Request-Id': crypto.randomUUID() };
  const parent = await createRecord('/groups/1/groups', { name: 'Parent' });
  const top = await createRecord(`${parent}/groups`, { name: 'Returning' });
  await createRecord(`${top}/groups`, { name: 'Inner' });
  const other = await createRecord(`${parent}/groups`, { name: 'Together' });
  const applied = await createRecord('/roles', { ...role, name: 'Applied', group_resources: [top] });
  for (const path of [other, top]) await request('DELETE', `/api${path}`, undefined, together);
  await renderPage(`/activity?log=changes&action=deleted&resource=${top}`, 'admin');
  await page.getByRole('row').filter({ hasText: 'Returning' }).getByRole('link').first().click();
  const taken = await createRecord(`${parent}/groups`, { name: 'Together' });
  const recreate = page.getByRole('button', { name: 'Recreate' });
  const all = dialog.getByRole('checkbox', { name: 'Recreate all 2 deletions of the same run' });
  await recreate.click();
  await expect.element(dialog.getByText(/^Creates 2 groups/)).toBeVisible();
  await all.click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('name: another group with the same parent already has the name "Together"');
  await expectAccessible();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await request('DELETE', `/api${taken}`);
  await expect.element(recreate).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await pressOn(all, ' ');
  await expect
    .element(dialog.getByText(/^Creates 3 groups with new IDs where they were/))
    .toHaveTextContent('1 role will apply to them again.');
  await expect
    .poll(() => textsOf(dialog.getByRole('list', { name: 'Groups' }).getByRole('listitem')))
    .toEqual(['Returning', 'Returning › Inner', 'Together']);
  await pressOn(dialog.getByRole('button', { name: 'Recreate 3 groups' }), '{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  const groups = async () =>
    (await request<{ group_resources: string[] }>('GET', `/api${applied}`)).group_resources;
  await expect.poll(groups).toHaveLength(1);

  const [created = ''] = await groups();
  const undo = await renderPage(`/activity?log=changes&action=created&resource=${created}`, 'admin');
  await page.getByRole('row').filter({ hasText: 'Returning' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Delete what was created' }).click();
  await dialog.getByRole('button', { name: 'Delete Returning and its subgroups' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(groups).toEqual([]);
  expect(undo.address()).toMatch(/^\/activity/);
});

it('names groups and roles in compared values', async () => {
  const path = await createUser('moved');
  await request('PUT', `/api${path}`, { group_resource: '/groups/1', role_resources: ['/roles/1'] });
  const { name } = await request<{ name: string }>('GET', '/api/roles/1');
  const expectNames = async (table: string) => {
    const links = (row: RegExp) =>
      page.getByRole('table', { name: table }).getByRole('row', { name: row }).getByRole('link');
    await expect.poll(() => textsOf(links(/^Group/))).toEqual(['Default', 'EMEA']);
    await expect.poll(() => textsOf(links(/^Roles/))).toEqual([name]);
  };
  await renderPage(`/activity?log=changes&action=updated&resource=${path}`, 'admin');
  await page.getByRole('row').filter({ hasText: 'Updated' }).getByRole('link').first().click();
  await expectNames('Changed fields');
  await renderPage(`/access${path}?tab=history`, 'admin');
  await chooseFor('Version 1', 'Compare with latest');
  await expectNames('Differences');
});

it('reverts one change of a record from its entry', async () => {
  const address = await createProvider('Reverted');
  const path = `/api${address.replace('oidc', 'oidc_ops')}`;
  await request('PUT', path, { username_path: 'wrong' });
  await request('PUT', path, { scope: 'openid email' });
  await renderPage(`/activity?log=changes&resource=${path.slice('/api'.length)}`, 'admin');
  await page.getByRole('row', { name: /Username expression/ }).click();
  await page.getByRole('button', { name: 'Revert this change' }).click();
  await expect.element(dialog.getByRole('row', { name: /^Username expression/ })).toHaveTextContent('wrong');
  await expect.element(dialog.getByRole('row', { name: /^Scope/ })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Revert this change' }).click();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  await expect.poll(() => sentBy('PUT')).toEqual([{ data: { username_path: 'preferred_username' } }]);
});
