import { onlineManager } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessible.ts';
import {
  choose,
  expectToFitPhone,
  heading,
  renderPage,
  showOnPhone,
} from '../../../../testing/pages/render-page.tsx';
import { applyRules, request, sendAs, signIn } from '../../../../testing/pages/requests.ts';
import { putJob } from '../../../data/jobs/job-store.ts';
import { begin } from '../../../data/jobs/tracked-job.ts';

const dialog = page.getByRole('dialog');
const user = (login: string) => page.getByRole('row', { name: new RegExp(`^${login} `) });

/** Opens something, checks the page, and closes it. */
async function checkOpened(opener: Locator, role: 'menu' | 'listbox' | 'dialog'): Promise<void> {
  await opener.click();
  const opened = page.getByRole(role);
  await expect.element(opened).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(opened).not.toBeInTheDocument();
}

/** Has the browser report that it's offline until the test ends. Requests are still sent. */
function goOffline(): void {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => {
    onLine.mockRestore();
    // It listens to the browser only while a page is rendered.
    onlineManager.setOnline(true);
  });
  dispatchEvent(new Event('offline'));
}

describe('users', () => {
  it('can be searched and sorted, also with the keyboard, and the URL keeps the search', async () => {
    const { address } = await renderPage('/access/users', 'auditor');
    await expect.element(page.getByRole('grid', { name: 'Users' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'New user' })).not.toBeInTheDocument();
    const admin = page.getByRole('link', { name: 'admin', exact: true });
    await expect.element(admin).toBeVisible();
    admin.element().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(user('tenant')).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(user('admin')).toHaveFocus();
    // The focus stays with the user when the order changes.
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(user('tenant')).toHaveFocus();
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
    await user('tenant').getByRole('button', { name: 'Actions for tenant' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'View user' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(user('tenant').getByRole('button')).toHaveFocus();
    const search = page.getByLabelText('Search users');
    await search.fill('TARA');
    await expect.element(page.getByText('1 user found')).toBeVisible();
    await expect.poll(address).toMatch(/q=TARA/);
    await renderPage(address(), 'auditor');
    await expect.element(page.getByText('1 user found')).toBeVisible();
    await search.fill('nobody at all');
    await expect.element(page.getByText('No users match “nobody at all”')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('link', { name: 'guest' })).toBeVisible();
    await expectAccessible();
    user('guest').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(heading('guest')).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: /Edit|Reset|Delete|New API/ }))
      .not.toBeInTheDocument();
    await expectAccessible();
  });

  it('are searched on their own page only, even if another one is still loading', async () => {
    const { address } = await renderPage('/access/users', 'admin');
    const search = page.getByLabelText('Search users');
    await expect.element(search).toBeVisible();
    await applyRules({ endpoint: 'listRoles', effect: { kind: 'latency', milliseconds: 1_000 }, times: 1 });
    await search.fill('admin');
    await page.getByRole('link', { name: 'Roles', exact: true }).click();
    await expect.element(heading('Roles')).toBeVisible();
    expect(address()).toBe('/access/roles');
  });

  it('keep the focus near buttons that disappear when they are pressed', async () => {
    await renderPage('/access/users?password=none', 'admin');
    const search = page.getByLabelText('Search users');
    const press = async (name: string) => {
      const button = page.getByRole('button', { name });
      await expect.element(button).toBeVisible();
      // Only the keyboard's focus is kept.
      await userEvent.keyboard('{Shift>}{/Shift}');
      (button.element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(button).not.toBeInTheDocument();
      await expect.element(search).toHaveFocus();
    };
    await press('Remove filter Password: None');
    const row = page.getByRole('checkbox', { name: 'Select guest' });
    await expect.element(row).toBeVisible();
    (row.element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await press('Clear selection');
    await userEvent.keyboard('guest');
    await press('Clear the search');
  });

  it('are accessible with an open menu, a selection or a form with lists of options', async () => {
    await renderPage('/access/users', 'admin');
    await expect.element(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
    for (const name of ['User admin', 'Filter', 'View', 'Actions for tenant'])
      await checkOpened(page.getByRole('button', { name, exact: true }), 'menu');
    await page.getByRole('checkbox', { name: 'Select guest' }).click();
    await expect.element(page.getByRole('group', { name: 'Selection' })).toBeVisible();
    await expectAccessible();

    await page.getByRole('button', { name: 'New user' }).click();
    for (const name of ['Group', 'Roles'])
      await checkOpened(dialog.getByRole('combobox', { name }), 'listbox');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await expect.element(dialog.getByText('Login is required')).toBeVisible();
    await dialog.getByText('Request preview').click();
    await checkOpened(dialog.getByRole('button', { name: 'Copy request as…' }), 'menu');
  });

  it('are accessible with a notification, its history, and a failed sign-out', async () => {
    await signIn('admin');
    await applyRules({ endpoint: 'signOut', effect: { kind: 'cut' }, times: null });
    await renderPage('/access/users/5', 'admin');
    await page.getByRole('button', { name: 'Edit user' }).click();
    await dialog.getByLabelText('Name').fill('Guest');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await checkOpened(page.getByRole('button', { name: 'Notifications' }), 'dialog');
    await page.getByRole('button', { name: 'User admin' }).click();
    const signOut = page.getByRole('menuitem', { name: 'Sign out' });
    // Loaded when it's opened for the first time.
    await expect.element(signOut).toBeVisible();
    goOffline();
    await signOut.click();
    await expect.element(page.getByRole('alert').filter({ hasText: "Couldn't sign out" })).toBeVisible();
    await expectAccessible();
  });

  it('are cards on a phone', async () => {
    await showOnPhone();
    const { address } = await renderPage('/access/users', 'auditor');
    await expect.element(user('tenant')).toHaveTextContent('Tara Tenant');
    await expectToFitPhone();
    await expectAccessible();
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('menuitemradio', { name: 'Login' }).click();
    await expect.poll(address).toMatch(/sort=login/);
    await userEvent.keyboard('{Escape}');
    user('admin').element().focus();
    await userEvent.keyboard('{End}');
    await expect.element(user('tenant')).toHaveFocus();
    await expect.element(user('tenant')).toBeInViewport();
  });

  it('fit a phone, like all pages about access', async () => {
    await showOnPhone();
    const { history } = await renderPage('/access', 'auditor');
    for (const [address, name] of [
      ['/access', 'My access'],
      ['/access/can', 'Check access'],
      ['/access/roles', 'Roles'],
      ['/access/roles/2', 'EMEA administrators'],
      ['/access/users/2', 'tenant'],
    ] as const) {
      history.push(address);
      await expect.element(heading(name)).toBeVisible();
      await expectToFitPhone();
    }
  });

  it('always include an administrator', async () => {
    await renderPage('/access/users/1', 'admin');
    await expect.element(heading('admin')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Delete user' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Edit user' }).click();
    await dialog.getByRole('combobox', { name: 'Roles' }).click();
    await userEvent.keyboard('{Backspace}');
    await expect
      .element(dialog.getByText('Removes group_admin rw on Default and its subgroups'))
      .toBeVisible();
    await userEvent.keyboard('{Escape}');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect
      .element(dialog)
      .toHaveTextContent('No one would be left with privilege rw on feature group_admin');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Reset password' }).click();
    await dialog.getByRole('button', { name: 'Save password' }).click();
    const password = dialog.getByLabelText('New password', { exact: true });
    await expect.element(password).toHaveAttribute('aria-invalid', 'true');
    await expect.element(password).toHaveFocus();
  });
});

it("undoes a user's edit from the history, and offers no changes while a job deletes the user", async () => {
  const created = { login: 'leaving', display_name: 'Before', group_resource: '/groups/0' };
  const { user_resource: path } = await sendAs<{ user_resource: string }>('admin', '/api/users', created);
  const { history } = await renderPage(`/access${path}`, 'admin');
  await page.getByRole('button', { name: 'Edit user' }).click();
  await dialog.getByLabelText('Name').fill('After');
  await choose('Roles', 'Operators');
  await userEvent.keyboard('{Escape}');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('status').getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Notifications' }).click();
  const entries = dialog.getByRole('listitem');
  await entries.filter({ hasText: 'Changes saved' }).getByRole('button', { name: 'Undo' }).click();
  await expect.element(entries.first()).toHaveTextContent('Changes undone');
  await expect.element(dialog.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  expect(await request('GET', `/api${path}`)).toMatchObject({ display_name: 'Before', role_resources: [] });
  await dialog.getByRole('button', { name: 'Clear notifications' }).click();
  await expect.element(dialog).toHaveTextContent('No notifications yet.');
  await userEvent.keyboard('{Escape}');

  history.push('/jobs');
  await expect.element(heading('Jobs')).toBeVisible();
  const job = { delayed_job_status_resource: '/delayed_job_statuses/1', message: '', user: '' };
  const affects = { path, doing: 'deleting' } as const;
  putJob({ ...begin(job, { title: 'Delete leaving', changes: [], affects }, Date.now()), phase: 'refused' });
  // A link that would open the form.
  history.push(`/access${path}?add_role=/roles/1`);
  await expect.element(page.getByText("This is being deleted, so it can't be changed.")).toBeVisible();
  const changes = page.getByRole('button', { name: /^(Edit user|Set password|Delete user|New API key)$/ });
  await expect.element(changes).not.toBeInTheDocument();
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('link', { name: /^History/ }).click();
  await page.getByRole('button', { name: 'Actions for Version 1' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Compare with latest' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Restore this version' })).not.toBeInTheDocument();
});

it('shows that a user is gone after an attempt to set their password', async () => {
  const created = { login: 'gone', group_resource: '/groups/0' };
  const { user_resource: path } = await sendAs<{ user_resource: string }>('admin', '/api/users', created);
  await renderPage(`/access${path}`, 'admin');
  await page.getByRole('button', { name: 'Set password' }).click();
  await dialog.getByLabelText('New password').fill('correct horse battery');
  await request('DELETE', `/api${path}`);
  await dialog.getByRole('button', { name: 'Save password' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent("Couldn't save the password");
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('heading', { name: /^User \d+ not found$/ })).toBeVisible();
});

it("shows a tenant administrator only their group's users, and roles that they could grant", async () => {
  const { role_resource: stronger } = await sendAs<{ role_resource: string }>('admin', '/api/roles', {
    name: 'Stronger',
    admin_group: '/groups/1',
    group_resources: ['/groups/1'],
    features: [{ name: 'palisade', privilege: 'ro' }],
  });
  await renderPage(`/access${stronger}`, 'tenant');
  await expect
    .element(page.getByText("You don't have permission to edit Stronger (needs palisade · ro on EMEA)"))
    .toBeVisible();
  await page.getByRole('row', { name: 'Applies to' }).getByRole('link', { name: 'EMEA' }).click();
  await expect.element(heading('EMEA')).toBeVisible();
  await renderPage('/access/users', 'tenant');
  await expect.element(page.getByRole('link', { name: 'tenant' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'admin', exact: true })).not.toBeInTheDocument();
  await renderPage('/access/users/1', 'tenant');
  await expect.element(heading('User 1 not found')).toBeVisible();
  await renderPage('/access/roles/2', 'tenant');
  await page.getByRole('button', { name: 'Edit role' }).click();
  await expect.element(dialog.getByRole('combobox', { name: 'Privilege on palisade' })).toBeDisabled();
  await expect.element(dialog.getByText("You don't have this on EMEA").first()).toBeVisible();
  await expectAccessible();
});

it('assigns the role that was typed when Enter is pressed', async () => {
  await renderPage('/access/users', 'admin');
  await page.getByRole('button', { name: 'New user' }).click();
  await dialog.getByRole('textbox', { name: 'Login' }).fill('by-keyboard');
  await dialog.getByRole('combobox', { name: 'Roles' }).fill('Oper');
  await expect.element(page.getByRole('option', { name: 'Operators' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect
    .element(page.getByRole('row', { name: 'Roles' }).getByRole('link'))
    .toHaveTextContent('Operators');
});

it('lists the users of a group, with or without those of its subgroups', async () => {
  const { group_resource: group } = await sendAs<{ group_resource: string }>(
    'admin',
    '/api/groups/1/groups',
    {
      name: 'Listed',
    },
  );
  await sendAs('admin', '/api/users', { login: 'below', group_resource: group, role_resources: [] });
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

it('says that a text is too long, instead of cutting it off', async () => {
  await renderPage('/access/users', 'admin');
  await page.getByRole('button', { name: 'New user' }).click();
  for (const label of ['Login', 'Name']) await dialog.getByLabelText(label).fill('x'.repeat(300));
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect.element(dialog.getByText('Use at most 255 characters (currently 300)')).toHaveLength(2);
});
