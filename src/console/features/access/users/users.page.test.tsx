import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { User } from '../../../../contract/access/users.ts';
import { expectAccessible } from '../../../../testing/accessible.ts';
import {
  choose,
  chooseAction,
  expectToFitPhone,
  heading,
  pressOn,
  renderPage,
} from '../../../../testing/pages/render-page.tsx';
import { createRecord, createUser, request, signIn } from '../../../../testing/pages/requests.ts';
import { trackedJob } from '../../../../testing/setups/console-records.ts';
import { putJob } from '../../../data/jobs/job-store.ts';

const dialog = page.getByRole('dialog');
const user = (login: string) => page.getByRole('row', { name: new RegExp(`^${login} `) });

describe('users', () => {
  it('can be searched and sorted, also with the keyboard, and the URL keeps the search', async () => {
    const { address } = await renderPage('/access/users?suspended=active', 'auditor');
    await expect.element(page.getByRole('grid', { name: 'Users' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'New user' })).not.toBeInTheDocument();
    const admin = page.getByRole('link', { name: 'admin', exact: true });
    await expect.element(admin).toBeVisible();
    // The focus stays with the user when the order changes.
    await pressOn(admin, '{ArrowDown}');
    page
      .getByRole('button', { name: 'Login' })
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await expect
      .element(page.getByRole('columnheader', { name: 'Login' }))
      .toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(address).toMatch(/sort=login/);
    await expect.element(page.getByRole('row').last()).toHaveTextContent('tenant');
    await expect.element(user('tenant')).toHaveFocus();
    const search = page.getByLabelText('Search users');
    await search.fill('TARA');
    await expect.element(page.getByText('1 user found')).toBeVisible();
    await expect.poll(address).toMatch(/q=TARA/);
    await renderPage(address(), 'auditor');
    await expect.element(page.getByText('1 user found')).toBeVisible();
    await search.click();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('link', { name: 'guest' })).toBeVisible();
    await expectAccessible();
    await pressOn(user('guest'), '{Enter}');
    await expect.element(heading('guest')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /Edit|More|New API/ })).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('always include an administrator', async () => {
    await renderPage('/access/users/1', 'admin');
    await expect.element(heading('admin')).toBeVisible();
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Reset password' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByRole('combobox', { name: 'Roles' }).click();
    await userEvent.keyboard('{Backspace}');
    await expect
      .element(
        dialog.getByText('Removes Users, roles and keys group_admin: change on Default and its subgroups'),
      )
      .toBeVisible();
    await userEvent.keyboard('{Escape}');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect
      .element(dialog)
      .toHaveTextContent('No one would be left with privilege rw on feature group_admin');
  });
});

it("undoes a user's edit from the history, and offers no changes while a job deletes the user", async () => {
  const path = await createUser('leaving', { display_name: 'Before' });
  const { history } = await renderPage(`/access${path}`, 'admin');
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabelText('Name').fill('After');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('status').getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Notifications' }).click();
  const entries = dialog.getByRole('listitem');
  await entries.filter({ hasText: 'Changes saved' }).getByRole('button', { name: 'Undo' }).click();
  await expect.element(entries.first()).toHaveTextContent('Changes undone');
  await expect.element(dialog.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  expect(await request('GET', `/api${path}`)).toMatchObject({ display_name: 'Before' });
  await userEvent.keyboard('{Escape}');

  history.push('/jobs');
  await expect.element(heading('Jobs')).toBeVisible();
  putJob(trackedJob(1, { affects: { path, doing: 'deleting' }, phase: 'refused' }));
  history.push(`/access${path}`);
  await expect.element(page.getByText("This is being deleted, so it can't be changed.")).toBeVisible();
  const changes = page.getByRole('button', { name: /^(Edit|More actions|New API key)$/ });
  await expect.element(changes).not.toBeInTheDocument();
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('link', { name: /^History/ }).click();
  await page.getByRole('button', { name: 'Actions for Version 1' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Compare with latest' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Restore this version' })).not.toBeInTheDocument();
});

it('shows that a user is gone after an attempt to set their password', async () => {
  const path = await createUser('gone');
  await renderPage(`/access${path}`, 'admin');
  await chooseAction('Set password');
  await dialog.getByRole('button', { name: 'Generate and copy password' }).click();
  await expect.element(dialog.getByLabelText('New password')).not.toHaveValue('');
  await request('DELETE', `/api${path}`);
  await dialog.getByRole('button', { name: 'Save password' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent("Couldn't save the password");
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('heading', { name: /^User \d+ not found$/ })).toBeVisible();
});

it("shows a tenant administrator only their group's users, and roles that they could grant", async () => {
  const stronger = await createRecord('/roles', {
    name: 'Stronger',
    admin_group: '/groups/1',
    group_resources: ['/groups/1'],
    features: [{ name: 'palisade', privilege: 'ro' }],
  });
  await renderPage(`/access${stronger}`, 'tenant');
  await expect
    .element(
      page.getByText(
        "You don't have permission to edit Stronger (needs OIDC providers · view palisade on EMEA)",
      ),
    )
    .toBeVisible();
  await page.getByRole('row', { name: 'Applies to' }).getByRole('link', { name: 'EMEA' }).click();
  await expect.element(heading('EMEA')).toBeVisible();
  await renderPage('/access/users', 'tenant');
  await expect.element(page.getByRole('link', { name: 'tenant' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'admin', exact: true })).not.toBeInTheDocument();
  await renderPage('/access/users/1', 'tenant');
  await expect.element(heading('User 1 not found')).toBeVisible();
  await renderPage('/access/roles/2', 'tenant');
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect.element(dialog.getByRole('combobox', { name: 'Privilege on OIDC providers' })).toBeDisabled();
  await expect.element(dialog.getByText("You can't view this on EMEA").first()).toBeVisible();
});

it('lists the users of a group, with or without those of its subgroups', async () => {
  const group = await createRecord('/groups/1/groups', { name: 'Listed' });
  await createUser('below', { group_resource: group });
  const { address } = await renderPage('/access/users?q=below', 'admin');
  await choose('Filter by group', 'EMEA');
  await expect.poll(address).toBe('/access/users?q=below&group=1&below=true');
  await expect.element(page.getByRole('link', { name: 'below', exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'With subgroups' }).click();
  await expect.element(page.getByText('No users match “below”')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Group: EMEA' }).click();
  await expect.element(page.getByRole('link', { name: 'below', exact: true })).toBeVisible();
  expect(address()).toBe('/access/users?q=below');
});

it("lists who hasn't signed in for days that can be edited, or ever, with the keyboard", async () => {
  const { address } = await renderPage('/access/users?suspended=active', 'admin');
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  await pressOn(filter, '{Enter}');
  await expect.element(page.getByRole('menuitemradio', { name: 'Not for 90 days' })).toBeVisible();
  await userEvent.keyboard('{Enter}{Escape}');
  await expect.poll(address).toBe('/access/users?suspended=active&last_sign_in=90d');
  await expect.element(page.getByText('No users match these filters')).toBeVisible();
  const days = page.getByLabelText('Days without a sign-in');
  await days.click();
  await userEvent.keyboard('{Control>}a{/Control}120');
  await expect.poll(address).toMatch(/last_sign_in=120d/);
  await expect
    .element(page.getByRole('button', { name: 'Remove filter Last sign-in: Not for 120 days' }))
    .toBeVisible();
  await expectAccessible();
  await expectToFitPhone();
  await renderPage('/access/users?last_sign_in=never', 'admin');
  await expect.element(page.getByText('4 users found')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^admin / })).not.toBeInTheDocument();
});

it('duplicates a user from the row menu, with the keyboard, without password', async () => {
  await signIn('admin');
  await request('PUT', '/api/users/2', { login: 'מנהל' });
  await renderPage('/access/users?q=מנהל', 'admin');
  await pressOn(page.getByRole('button', { name: /^Actions for .*מנהל/ }), '{Enter}');
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const login = dialog.getByLabelText('Login');
  await expect.element(login).toHaveFocus();
  await expect.element(login).toHaveValue('Copy of מנהל');
  await userEvent.keyboard('second');
  await expect.element(login).toHaveValue('second');
  await expect.element(dialog.getByLabelText('Password', { exact: true })).toHaveValue('');
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect.element(heading('second')).toBeVisible();
  const { group_resource, role_resources } = await request<User>('GET', '/api/users/2');
  const copy = await request<{ data: object[] }>('GET', '/api/users?login=second');
  expect(copy.data).toMatchObject([{ group_resource, role_resources, has_password: false }]);
});
