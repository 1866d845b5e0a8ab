import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessible.ts';
import { choose, chooseAction, heading, renderPage } from '../../../../testing/pages/render-page.tsx';
import { createRecord, createUser, request, sentBy } from '../../../../testing/pages/requests.ts';

it('creates, edits and deletes a role, and undoes the edit', async () => {
  await renderPage('/access/roles', 'admin');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New role' }).click();
  await dialog.getByLabelText('Name').fill('Routing');
  await choose('Privilege on Zone routing', 'change');
  await dialog.getByRole('button', { name: 'Create role' }).click();
  await expect.element(heading('Routing')).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Zone routing zone_routing change' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await choose('Privilege on Zone routing', 'view');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByRole('row', { name: 'Zone routing zone_routing view' })).toBeVisible();
  await expect
    .poll(() => sentBy('PUT'))
    .toEqual([{ data: { features: [{ name: 'zone_routing', privilege: 'ro' }] } }]);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  await expectAccessible();
  await undo.click();
  await expect.element(page.getByRole('row', { name: 'Zone routing zone_routing change' })).toBeVisible();
  await chooseAction('Delete');
  await dialog.getByRole('button', { name: 'Delete Routing' }).click();
  await expect.element(heading('Roles')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Routing' })).not.toBeInTheDocument();
});

it('names the path of a role that is deleted if another one has its name', async () => {
  const path = await createRecord('/roles', { name: 'Twin', admin_group: '/groups/0' });
  await createRecord('/roles', { name: 'Twin', admin_group: '/groups/1' });
  await renderPage(`/access${path}`, 'admin');
  await chooseAction('Delete');
  await expect.element(page.getByRole('dialog', { name: `Delete Twin (${path})` })).toBeVisible();
});

it("doesn't offer to delete the last role of administrators", async () => {
  const { open } = await renderPage('/access/roles/1', 'admin');
  const more = page.getByRole('button', { name: 'More actions' });
  const remove = page.getByRole('menuitem', { name: 'Delete' });
  await more.click();
  await expect.element(remove).toHaveAttribute('aria-disabled', 'true');
  const reason =
    "This is the last role that lets anyone manage users and roles in the Default group. It can't be deleted.";
  await expect.element(remove).toHaveAttribute('title', reason);
  // A title isn't shown on touch screens, nor by keys.
  await expect.element(page.getByText(reason)).toBeVisible();
  await open('/access/roles/3');
  await more.click();
  await expect.element(remove).not.toHaveAttribute('aria-disabled');
});

it('says below its name to how many users a role is granted', async () => {
  const path = await createRecord('/roles', { name: 'Nobody', admin_group: '/groups/0' });
  const { open } = await renderPage('/access/roles/1', 'admin');
  await expect.element(page.getByText('Granted to 1 user', { exact: true })).toBeVisible();
  await open(`/access${path}`);
  await expect.element(page.getByText('Not granted to any user that you can view')).toBeVisible();
});

it('says who gains and loses what before a role is saved, and duplicates it', async () => {
  await createUser('gaining', { role_resources: ['/roles/4'] });
  await request('PUT', '/api/roles/4', { name: 'מבקרים' });
  await renderPage('/access/roles?q=מבקרים', 'admin');
  await page.getByRole('link', { name: 'מבקרים' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const status = page.getByRole('status', { name: 'Before you save' });
  await expect.element(status).toHaveTextContent('Nobody gains or loses anything.');
  await choose('Privilege on Groups', 'change');
  await expect
    .element(status)
    .toHaveTextContent('2 users gain “Groups · change” in every group; nobody loses anything.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await chooseAction('Duplicate');
  const name = page.getByRole('dialog').getByLabelText('Name');
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveValue('Copy of מבקרים');
  await userEvent.keyboard('Inspectors');
  await expect.element(status).toHaveTextContent('Nobody gains or loses anything.');
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect.element(heading('Inspectors')).toBeVisible();
  await expect
    .element(page.getByRole('row', { name: 'Users, roles and keys group_admin view' }))
    .toBeVisible();
});
