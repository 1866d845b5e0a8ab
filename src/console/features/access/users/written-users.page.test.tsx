import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { heading, renderPage } from '../../../../testing/pages/render-page.tsx';
import { createRecord, request } from '../../../../testing/pages/requests.ts';
import { recordedCalls } from '../../../api/recorder.ts';
import { recordsPerPage } from '../../../data/service/record-pages.ts';

const dialog = page.getByRole('dialog');
const user = (login: string) => page.getByRole('link', { name: login, exact: true });
/** How often the page has read every user, which takes many requests. */
const readAll = () =>
  recordedCalls.get().filter(({ sent }) => /\/users\?.*limit=1000/.test(sent.address)).length;

it('shows created, renamed and deleted users in a sorted list without reading it again', async () => {
  for (let number = 0; number <= recordsPerPage; number += 1)
    await createRecord('/users', {
      login: crypto.randomUUID(),
      group_resource: '/groups/1',
      role_resources: [],
    });
  const { history } = await renderPage('/access/users?sort=-login', 'admin');
  await expect.element(user('tenant')).toBeVisible();
  expect(readAll()).toBe(1);

  await page.getByRole('button', { name: 'New user' }).click();
  await dialog.getByLabelText('Login').fill('zoe');
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect.element(heading('zoe')).toBeVisible();
  history.back();
  await expect.element(user('zoe')).toBeVisible();

  await user('zoe').click();
  await page.getByRole('button', { name: 'Edit user' }).click();
  await dialog.getByLabelText('Login').fill('zora');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(heading('zora')).toBeVisible();
  history.back();
  await expect.element(user('zoe')).not.toBeInTheDocument();

  await user('zora').click();
  await page.getByRole('button', { name: 'Delete user' }).click();
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await expect.element(heading('Users')).toBeVisible();
  // To the sorted list.
  history.back();
  await expect.element(user('tenant')).toBeVisible();
  await expect.element(user('zora')).not.toBeInTheDocument();
  expect(readAll()).toBe(1);

  // Someone else's: the next check notices it.
  await request('POST', '/api/users', { login: 'zack', group_resource: '/groups/1', role_resources: [] });
  await user('tenant').click();
  await page.getByRole('button', { name: 'Edit user' }).click();
  await dialog.getByLabelText('Name').fill('Tara');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  history.back();
  await expect.element(user('zack')).toBeVisible();
  expect(readAll()).toBe(2);
});
