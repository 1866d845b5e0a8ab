import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { heading, renderPage } from '../../../testing/pages/render-page.tsx';
import { applyRules, createProvider, request, sendAs, signIn } from '../../../testing/pages/requests.ts';

// What other pages show of a record that was just changed or deleted.

const dialog = page.getByRole('dialog');
const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
const clickInDialog = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

async function createUser(login: string): Promise<string> {
  const data = { login, group_resource: '/groups/1' };
  return (await sendAs<{ user_resource: string }>('admin', '/api/users', data)).user_resource;
}
async function createRole(name: string, more: object = {}): Promise<string> {
  const data = { name, admin_group: '/groups/1', ...more };
  return (await sendAs<{ role_resource: string }>('admin', '/api/roles', data)).role_resource;
}

it("shows the new name of the user's own group beside their login", async () => {
  const { address } = await renderPage('/groups', 'tenant');
  await page.getByRole('treeitem', { name: 'EMEA' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabelText('Name').fill('Europe');
  const [path = ''] = /\/groups\/\d+/.exec(address()) ?? [];
  onTestFinished(async () => void (await request('PUT', `/api${path}`, { name: 'EMEA' })));
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(heading('Europe')).toBeVisible();
  await page.getByRole('button', { name: 'User tenant' }).click();
  await expect.element(page.getByText('tenant in Europe')).toBeVisible();
});

it('shows that a role no longer applies to a deleted group', async () => {
  await signIn('admin');
  const data = { name: 'Dissolved', description: '' };
  const { group_resource: path } = await sendAs<{ group_resource: string }>('admin', '/api/groups', data);
  await createRole('Outlives its group', { group_resources: [path] });
  const { history } = await renderPage('/access/roles?q=Outlives', 'admin');
  const row = page.getByRole('row', { name: /^Outlives its group/ });
  await expect.element(row).toHaveTextContent('Dissolved');
  history.push(path);
  await expect.element(heading('Dissolved')).toBeVisible();
  await click('Delete');
  await clickInDialog('Delete Dissolved');
  await expect.element(dialog).not.toBeInTheDocument();
  history.push('/access/roles?q=Outlives');
  await expect.element(row).toBeVisible();
  await expect.element(row).not.toHaveTextContent(/Dissolved|groups/);
});

it('revokes API keys that someone else has just revoked', async () => {
  const keys = [];
  for (const name of ['Build', 'Deploy'])
    keys.push(await sendAs<{ api_key_resource: string }>('admin', '/api/users/1/api_keys', { name }));
  await renderPage('/account', 'admin');
  for (const name of ['Build', 'Deploy'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await click('Revoke 2 API keys');
  await request('DELETE', `/api${keys[0]?.api_key_resource}`);
  await clickInDialog('Revoke 2 API keys');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('2 API keys revoked').first()).toBeVisible();
});

it('keeps the focus in a dialog that stays open after its button was pressed', async () => {
  await createUser('focused-one');
  await createUser('focused-two');
  await renderPage('/access/users?q=focused', 'admin');
  for (const name of ['focused-one', 'focused-two'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await click('Change');
  await page.getByRole('menuitem', { name: 'End sessions…' }).click();
  const confirm = dialog.getByRole('button', { name: 'End sessions of 2 users' });
  await expect.element(confirm).toBeVisible();
  await applyRules({
    endpoint: 'endSessions',
    effect: { kind: 'status', status: 500, detail: ['out of order'] },
    times: null,
  });
  (confirm.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('button', { name: 'Try again' })).toHaveFocus();
});

it.each([
  { noun: 'user', address: '/access/users', create: createUser },
  { noun: 'role', address: '/access/roles', create: createRole },
])('forgets a recent $noun that was deleted in a list, by someone else or here', async (records) => {
  const { noun, address, create } = records;
  const names = ['forgotten-one', 'forgotten-two'];
  const paths = [];
  for (const name of names) paths.push(await create(name));
  const { history } = await renderPage(`/access${paths[0]}`, 'admin');
  await expect.element(heading('forgotten-one')).toBeVisible();
  history.push(address);
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await click(`Delete 2 ${noun}s`);
  await request('DELETE', `/api${paths[0]}`);
  await clickInDialog(`Delete 2 ${noun}s`);
  await expect.element(page.getByText(`2 ${noun}s deleted`).first()).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(dialog.getByRole('option').first()).toBeVisible();
  await expect.element(dialog.getByRole('option', { name: 'forgotten-one' })).not.toBeInTheDocument();
});

it.each([
  { noun: 'user', address: '/access/users', endpoint: 'listUsers', create: createUser },
  { noun: 'role', address: '/access/roles', endpoint: 'listRoles', create: createRole },
  { noun: 'provider', address: '/oidc', endpoint: 'listOidcOps', create: createProvider },
])('lists no $noun of several that were deleted, though the list fails to load', async (records) => {
  const { noun, address, endpoint, create: createNamed } = records;
  const names = ['several-one', 'several-two'];
  for (const name of names) await createNamed(name);
  await renderPage(address, 'admin');
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await click(`Delete 2 ${noun}s`);
  await applyRules({
    endpoint,
    effect: { kind: 'status', status: 500, detail: ['out of order'] },
    times: null,
  });
  await clickInDialog(`Delete 2 ${noun}s`);
  await expect.element(dialog).not.toBeInTheDocument();
  for (const name of names)
    await expect.element(page.getByRole('checkbox', { name: `Select ${name}` })).not.toBeInTheDocument();
});
