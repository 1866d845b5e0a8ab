import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessible.ts';
import { chooseAction, renderPage } from '../../../../testing/pages/render-page.tsx';
import { createUser, refuse, request } from '../../../../testing/pages/requests.ts';

const dialog = page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function createUsers(names: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const login of names) paths.push(await createUser(login));
  return paths;
}

async function choose(names: readonly string[], change: string): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await button('Change').click();
  await page.getByRole('menuitem', { name: change }).click();
}

const rolesOf = async (path: string) =>
  (await request<{ role_resources: string[] }>('GET', `/api${path}`)).role_resources;

it('assigns a role to several users, says what they gain, and undoes it', async () => {
  const [first = '', second = ''] = await createUsers(['bulk-a', 'bulk-b']);
  await request('PUT', `/api${second}`, { role_resources: ['/roles/4'] });
  await renderPage('/access/users?q=bulk', 'admin');
  await choose(['bulk-a', 'bulk-b'], 'Assign role');
  await dialog.getByRole('combobox', { name: 'Role' }).fill('Auditors');
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect
    .element(dialog)
    .toHaveTextContent(
      /1 user gains “Devices · view”, .*, and 4 more in every group; nobody loses anything\./,
    );
  await expect
    .element(dialog.getByRole('row', { name: /bulk-b/ }))
    .toHaveTextContent('Has this role already');
  await dialog.getByRole('button', { name: 'Assign Auditors to bulk-a' }).click();
  await expect.element(page.getByText('1 user changed').first()).toBeVisible();
  expect(await rolesOf(first)).toEqual(['/roles/4']);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(() => rolesOf(first)).toEqual([]);
  expect(await rolesOf(second)).toEqual(['/roles/4']);
});

it('undoes what it can if others have deleted or changed some of the users', async () => {
  const names = ['undo-deleted', 'undo-changed', 'undo-left'];
  const [deleted = '', changed = '', left = ''] = await createUsers(names);
  await renderPage('/access/users?q=undo', 'admin');
  await choose(names, 'Assign role');
  await dialog.getByRole('combobox', { name: 'Role' }).fill('Auditors');
  await page.getByRole('option', { name: 'Auditors' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Assign Auditors to 3 users' }).click();
  await expect.element(page.getByText('3 users changed').first()).toBeVisible();
  await request('DELETE', `/api${deleted}`);
  await request('PUT', `/api${changed}`, { role_resources: ['/roles/1', '/roles/4'] });
  await button('Undo').click();
  await expect
    .element(page.getByText(/Changed again since then: .*undo-changed.*\. The others were changed back/))
    .toBeVisible();
  expect(await rolesOf(left)).toEqual([]);
  expect(await rolesOf(changed)).toHaveLength(2);
  await expect.element(button('Undo')).not.toBeInTheDocument();
  await expect.element(page.getByText('undo-deleted')).not.toBeInTheDocument();
});

it('moves users to a group, and retries those that failed, but none that was deleted', async () => {
  const names = ['mover-a', 'mover-b', 'mover-deleted'];
  const [path = '', , gone = ''] = await createUsers(names);
  await renderPage('/access/users?q=mover', 'admin');
  await choose(names, 'Move to group');
  await dialog.getByLabelText('Group').fill('EMEA');
  await page
    .getByRole('option', { name: /^.?EMEA/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(dialog).toHaveTextContent(/They'll belong to EMEA \(Default\), and/);
  await expect
    .element(dialog.getByRole('row', { name: /mover-deleted/ }))
    .toHaveTextContent('Group: Default → EMEA');
  await request('DELETE', `/api${gone}`);
  await refuse('updateUser', 500, undefined, 2);
  await dialog.getByRole('button', { name: 'Move 3 users' }).click();
  await expect.element(dialog).toHaveTextContent(/0 users changed, 3 not changed/);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog).toHaveTextContent(/2 users changed, 1 not changed/);
  expect(await request('GET', `/api${path}`)).toMatchObject({ group_resource: '/groups/1' });
  await expect.element(dialog.getByRole('row', { name: /mover-deleted/ })).toHaveTextContent(/doesn't exist/);
  await expect.element(dialog.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

it('suspends users, but not the one who is signed in, and resumes one on their page', async () => {
  const [path = ''] = await createUsers(['suspend-a']);
  const isSuspended = async () => (await request<{ suspended: boolean }>('GET', `/api${path}`)).suspended;
  await renderPage('/access/users', 'admin');
  await choose(['suspend-a', 'admin'], 'Suspend');
  await expect
    .element(dialog.getByRole('row', { name: /admin/ }))
    .toHaveTextContent("You can't suspend yourself");
  await dialog.getByRole('button', { name: 'Suspend suspend-a' }).click();
  await expect.element(page.getByRole('row', { name: /suspend-a Suspended/ })).toBeVisible();
  expect(await isSuspended()).toBe(true);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('link', { name: 'suspend-a' }).click();
  await chooseAction('Resume');
  await dialog.getByRole('button', { name: 'Resume suspend-a' }).click();
  await button('More actions').click();
  await expect.element(page.getByRole('menuitem', { name: 'Suspend' })).toBeVisible();
  await expectAccessible();
  expect(await isSuspended()).toBe(false);
});
