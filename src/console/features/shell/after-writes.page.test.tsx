import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { heading, renderPage } from '../../../testing/pages/render-page.tsx';
import {
  createProvider,
  createRecord,
  createUser,
  refuse,
  request,
} from '../../../testing/pages/requests.ts';

// What other pages show of a record that was just changed or deleted.

const dialog = page.getByRole('dialog');
const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
const clickInDialog = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

const createRole = (name: string) => createRecord('/roles', { name, admin_group: '/groups/1' });

it('revokes API keys that someone else has just revoked', async () => {
  const keys = [];
  for (const name of ['Build', 'Deploy']) keys.push(await createRecord('/users/1/api_keys', { name }));
  await renderPage('/account', 'admin');
  for (const name of ['Build', 'Deploy'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await click('Revoke 2 API keys');
  await request('DELETE', `/api${keys[0]}`);
  await clickInDialog('Revoke 2 API keys');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('2 API keys revoked').first()).toBeVisible();
});

it('forgets a recent user that was deleted in a list, by someone else or here', async () => {
  const names = ['forgotten-one', 'forgotten-two'];
  const paths = [];
  for (const name of names) paths.push(await createUser(name));
  const { history } = await renderPage(`/access${paths[0]}`, 'admin');
  await expect.element(heading('forgotten-one')).toBeVisible();
  history.push('/access/users');
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await click('Delete 2 users');
  await request('DELETE', `/api${paths[0]}`);
  await clickInDialog('Delete 2 users');
  await expect.element(page.getByText('2 users deleted').first()).toBeVisible();
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
  await refuse(endpoint, 500);
  await clickInDialog(`Delete 2 ${noun}s`);
  await expect.element(dialog).not.toBeInTheDocument();
  for (const name of names)
    await expect.element(page.getByRole('checkbox', { name: `Select ${name}` })).not.toBeInTheDocument();
});
