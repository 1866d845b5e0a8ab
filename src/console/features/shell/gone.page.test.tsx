import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { chooseAction, field, heading, renderPage } from '../../../testing/pages/render-page.tsx';
import {
  createProvider,
  createRecord,
  createUser,
  pendingCalls,
  request,
} from '../../../testing/pages/requests.ts';
import { recordedCalls } from '../../api/recorder.ts';

// Records that someone else deletes while their page is open.

const dialog = page.getByRole('dialog');

const remove = (path: string) => request('DELETE', `/api${path}`);
const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
const clickInDialog = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

async function expectGone(name: string): Promise<void> {
  await expect.element(dialog.getByRole('alert', { name: `${name} no longer exists` })).toBeVisible();
}

/** Confirms deleting a record that someone else has just deleted. */
async function deleteGone(name: string, path: string): Promise<void> {
  await expect.element(dialog.getByRole('button', { name: `Delete ${name}` })).toBeEnabled();
  await remove(path);
  await clickInDialog(`Delete ${name}`);
  await expect.element(page.getByText(`${name} was already deleted`)).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
}

/** Has the page load its record again, which no longer exists: back online, it does if that was a while ago. */
async function notice(path: string): Promise<void> {
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
  dispatchEvent(new Event('offline'));
  dispatchEvent(new Event('online'));
  const notFound = () =>
    recordedCalls
      .get()
      .some(({ sent, response }) => sent.address === `/api${path}` && response?.status === 404);
  await expect.poll(notFound).toBe(true);
  await expect.poll(pendingCalls).toEqual([]);
}

it('keeps the form of a deleted user, creates another, and leaves the page', async () => {
  const input = dialog.getByRole('textbox', { name: 'Login', exact: true });
  const open = async () => {
    const path = await createUser('gone');
    const rendered = await renderPage(`/access${path}`, 'admin');
    await click('Edit');
    return { path, ...rendered };
  };
  const first = await open();
  await input.fill('Half done');
  await remove(first.path);
  await notice(first.path);
  await clickInDialog('Save changes');
  await expectGone('gone');
  await expect.element(input).toHaveValue('Half done');
  await clickInDialog('Cancel');
  await expect.element(heading(new RegExp(`${first.path.split('/').at(-1)} not found`))).toBeVisible();
  await page.getByRole('link', { name: 'All users' }).click();
  await expect.element(heading('Users')).toBeVisible();

  const second = await open();
  await input.fill('gone again');
  await remove(second.path);
  await clickInDialog('Save changes');
  await expectGone('gone');
  await clickInDialog('Create user');
  await expect.element(heading('gone again')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();

  const path = second.address().replace('/access', '');
  const link = page.getByRole('link', { name: 'gone again', exact: true });
  second.history.push('/access/users');
  await expect.element(heading('Users')).toBeVisible();
  await link.click();
  await expect.element(heading('gone again')).toBeVisible();
  await chooseAction('Delete');
  await deleteGone('gone again', path);
  await expect.element(heading('Users')).toBeVisible();
  // Immediately: otherwise the rows below it move when the list is refetched.
  expect(link.elements()).toEqual([]);
});

it('removes a deleted group from the tree, creates another, and opens the parent', async () => {
  const first = await createRecord('/groups/1/groups', { name: 'Gone first' });
  const second = await createRecord('/groups/1/groups', { name: 'Gone second' });
  const { address } = await renderPage('/groups/1', 'admin');
  await page.getByLabelText('Filter groups').fill('Gone');
  const item = (name: string) => page.getByRole('treeitem', { name });
  await expect.element(item('Gone first')).toBeVisible();
  await remove(first);
  await item('Gone first').click();
  await expect.element(heading(`Group ${first.split('/').at(-1)} not found`)).toBeVisible();
  await expect.element(item('Gone first')).not.toBeInTheDocument();

  await item('Gone second').click();
  await expect.element(heading('Gone second')).toBeVisible();
  await click('Edit');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Gone again');
  await remove(second);
  await clickInDialog('Save changes');
  await expectGone('Gone second');
  await clickInDialog('Create group');
  await expect.element(heading('Gone again')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();

  const [path = ''] = address().split('?');
  await chooseAction('Delete');
  await deleteGone('Gone again', path);
  await expect.element(heading('EMEA')).toBeVisible();
});

it('leaves the page of a deleted provider, and keeps the form for a new one', async () => {
  const resource = (address: string) => address.replace('/oidc/', '/oidc_ops/');
  const [first, second] = [await createProvider('Gone first'), await createProvider('Gone second')];
  await renderPage(first, 'admin');
  await chooseAction('Delete');
  await deleteGone('Gone first', resource(first));
  await expect.element(heading('OIDC providers')).toBeVisible();
  expect(page.getByRole('link', { name: 'Gone first' }).elements()).toEqual([]);

  await page.getByRole('link', { name: 'Gone second' }).click();
  await field('Client ID').fill('changed');
  await remove(resource(second));
  await click('Save changes');
  await expect.element(page.getByRole('alert', { name: 'Gone second no longer exists' })).toBeVisible();
  await expect.element(heading('New provider')).toBeVisible();
  await click('Create provider');
  await expect.element(page.getByLabelText(/^Client secret( \*)?$/)).toHaveFocus();
  await expect.element(field('Name')).toHaveValue('Gone second');
  await expect.element(field('Client ID')).toHaveValue('changed');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'OIDC providers' }).click();
  await clickInDialog('Discard changes');
  await expect.element(heading('OIDC providers')).toBeVisible();
  expect(page.getByRole('link', { name: 'Gone second' }).elements()).toEqual([]);
});
