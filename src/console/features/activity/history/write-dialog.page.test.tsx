import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { heading, renderPage } from '../../../../testing/pages/render-page.tsx';
import { createRecord, request } from '../../../../testing/pages/requests.ts';

const dialog = page.getByRole('dialog', { name: 'Restore version 1' });
const restore = dialog.getByRole('button', { name: 'Restore version 1' });

/** Opens the dialog that restores the first version of a new group, before which `change` is called. */
async function openDialog(name: string, change: (path: string) => Promise<unknown>) {
  const path = await createRecord('/groups/4/groups', { name, description: 'First' });
  await request('PUT', `/api${path}`, { description: 'Second' });
  const { address } = await renderPage(`${path}?tab=history`, 'admin');
  await page.getByRole('button', { name: 'Actions for Version 1' }).click();
  await change(path);
  await page.getByRole('menuitem', { name: 'Restore this version' }).click();
  return { path, address };
}

async function expectGone(name: string): Promise<void> {
  await expect.element(dialog.getByRole('alert', { name: `${name} no longer exists` })).toBeVisible();
  await expect.element(dialog.getByRole('link', { name: 'Show changes' })).toHaveFocus();
}

it('leads to the deletion of a record that was deleted before a version of it is restored', async () => {
  const { path, address } = await openDialog('Gone before', (created) => request('DELETE', `/api${created}`));
  await expectGone('Gone before');
  await dialog.getByRole('link', { name: 'Show changes' }).click();
  await expect.element(page.getByRole('row', { name: /admin Deleted/ })).toBeVisible();
  expect(address()).toBe(`/activity?log=changes&resource=${encodeURIComponent(path)}`);
});

it('says that a record was deleted while a version of it was compared, and leaves its page', async () => {
  const { path } = await openDialog('Gone while open', () => Promise.resolve());
  await expect.element(restore).toBeEnabled();
  await request('DELETE', `/api${path}`);
  await restore.click();
  await expectGone('Gone while open');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.element(heading(/not found$/)).toBeVisible();
});
