import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { heading, renderPage } from '../../../testing/pages/render-page.tsx';
import { applyRules, createProvider, request, sendAs, signIn } from '../../../testing/pages/requests.ts';

// What other pages show of a record that was just changed or deleted.

const dialog = page.getByRole('dialog');
const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
const clickInDialog = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

async function createUser(login: string): Promise<void> {
  await sendAs('admin', '/api/users', { login, group_resource: '/groups/1' });
}
async function createRole(name: string, more: object = {}): Promise<void> {
  await sendAs('admin', '/api/roles', { name, admin_group: '/groups/1', ...more });
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
