import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessible.ts';
import { createUser, refuse, request, signIn } from '../../../../testing/pages/requests.ts';
import { choose, renderPage } from '../../../../testing/pages/render-page.tsx';

const verdict = (name: string) => page.getByRole('heading', { name, exact: true });
const would = page.getByRole('region', { name: 'What would allow it' });

describe('checking a privilege', () => {
  it('shows which role grants a privilege, or which would', async () => {
    const { address } = await renderPage(
      '/access/can?feature=group&privilege=ro&group=/groups/4',
      'operator',
    );
    await expect.element(verdict('Yes')).toBeVisible();
    const reasons = page.getByRole('main').getByRole('listitem');
    await expect.element(reasons.nth(0)).toHaveTextContent('role Operators');
    await expect
      .element(reasons.nth(1))
      .toHaveTextContent('applies to Default, which contains Acme Logistics');
    await expect
      .element(reasons.nth(2))
      .toHaveTextContent('grants Groups · change group, which includes view');
    await choose('Action', 'change OIDC providers');
    await expect.poll(address).toMatch(/feature=palisade&privilege=rw/);
    await expect.element(verdict('No')).toBeVisible();
    const changes = [
      'Assign a new role that only grants',
      'Assign the role Administrators',
      'Change the role Operators',
    ];
    await expect.element(would.getByRole('listitem')).toHaveLength(3);
    for (const change of changes) await expect.element(would).toHaveTextContent(change);
    // Operators can't manage users.
    await expect
      .element(would.getByText('(needs Users, roles and keys · change group_admin on Default)'))
      .toHaveLength(3);
  });

  it('asks about the signed-in user in the first person', async () => {
    await renderPage('/access/can?who=/users/5', 'admin');
    const who = page.getByRole('combobox', { name: 'Who' });
    await expect.element(would).toBeVisible();
    await who.fill('me');
    await page.getByRole('option', { name: 'Me', exact: true }).click();
    await expect.element(who).toHaveValue('I');
    await expect.element(page.getByText(/^You can change groups/)).toBeVisible();
  });

  it('opens a role with the missing grant filled in, or a user with a role, and shows the new answer', async () => {
    await createUser('helper');
    await renderPage('/access/can?who=/roles/3&feature=palisade&privilege=ro', 'admin');
    await would.getByRole('button', { name: 'Edit role' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Operators' });
    const granted = dialog.getByRole('combobox', { name: 'Privilege on OIDC providers' });
    await expect.element(granted).toHaveFocus();
    await expect.element(granted).toHaveValue('view');
    await expect.element(granted).toBeInViewport({ ratio: 0.9 });
    // Once: what's typed elsewhere stays in view.
    const text = dialog.getByLabelText('Description');
    await text.fill('They run it.');
    await expect.element(text).toBeInViewport({ ratio: 0.9 });
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect.element(verdict('Yes, now')).toBeVisible();
    await choose('Who', 'helper');
    const assign = would.getByRole('listitem').filter({ hasText: 'Assign the role Auditors' });
    await assign.getByRole('button', { name: 'Assign role' }).click();
    await page
      .getByRole('dialog', { name: 'Edit helper' })
      .getByRole('button', { name: 'Save changes' })
      .click();
    await expect.element(verdict('Yes, now')).toBeVisible();
  });

  it('creates a role and assigns it, without leaving the question', async () => {
    const path = '/access/can?who=/users/5&feature=group&privilege=rw&group=/groups/1';
    const { address } = await renderPage(path, 'admin');
    await would.getByRole('button', { name: 'Create role' }).click();
    const dialog = page.getByRole('dialog', { name: 'Let guest change groups in EMEA' });
    const name = dialog.getByLabelText('Name');
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveValue('EMEA groups');
    expect(String(getSelection())).toBe('EMEA groups');
    await expect.element(dialog).toHaveTextContent('Groups · change on EMEA and its subgroups');
    await expect.element(dialog).toHaveTextContent('Will be assigned to guest');
    await expectAccessible();
    await userEvent.keyboard('EMEA editors');
    await dialog.getByRole('button', { name: 'More settings' }).click();
    await expect.element(dialog.getByRole('combobox', { name: 'Privilege on Groups' })).toHaveValue('change');
    await expect.element(name).toHaveValue('EMEA editors');
    await dialog.getByRole('button', { name: 'Create and assign' }).click();
    await expect.element(verdict('Yes, now')).toBeVisible();
    expect(decodeURIComponent(address())).toBe(path);
    await choose('Action', 'view devices');
    await expect.element(verdict('No')).toBeVisible();
    const recent = page.getByRole('region', { name: 'Recent questions' });
    await recent.getByRole('link', { name: 'Can guest change groups in EMEA?' }).click();
    await expect.element(verdict('Yes')).toBeVisible();
    const who = page.getByRole('region', { name: 'Who can change groups in EMEA' });
    await expect.element(who).toHaveTextContent('EMEA editors: guest');
  });

  it("reports unknown, not no, where roles aren't visible", async () => {
    const login = 'hidden';
    const who = await createUser(login, { group_resource: '/groups/1', role_resources: ['/roles/4'] });
    await renderPage(`/access/can?who=${who}&feature=device&privilege=ro&group=/groups/1`, 'tenant');
    await expect.element(verdict('Unknown')).toBeVisible();
    await expect
      .element(page.getByText(`you don't have permission to view 1 role of ${login}`))
      .toBeVisible();
    await expect.element(would).not.toBeInTheDocument();
  });

  it('keeps links to its former address, and to a revoked API key', async () => {
    const { address, history } = await renderPage('/access/why?feature=device&privilege=ro', 'guest');
    await expect.element(verdict('No')).toBeVisible();
    expect(address()).toBe('/access/can?feature=device&privilege=ro');
    await expect
      .element(page.getByRole('button', { name: 'Copy request for an administrator' }))
      .toBeVisible();
    history.push('/access/can?who=/users/5/api_keys/999999');
    await expect.element(page.getByText('This API key no longer exists.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });
});

it('loads again what failed', async () => {
  await refuse('getUser', 500, ['not now']);
  await renderPage('/access/can?who=/users/3', 'admin');
  await expect.element(page.getByRole('alert')).toHaveTextContent('not now');
  await request('DELETE', '/-/lab/scenario');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(page.getByText('operator').first()).toBeVisible();
});

it("says beside the answer that roles couldn't be loaded", async () => {
  await signIn('admin');
  await refuse('listRoles', 400);
  await renderPage('/access/can', 'admin');
  await expect.element(verdict('Yes')).toBeVisible();
  await expect.element(page.getByRole('alert', { name: "Couldn't load roles" })).toBeVisible();
});

it('claims nothing of what is no path', async () => {
  await renderPage('/access/can?who=guest', 'admin');
  await expect.element(page.getByRole('alert')).toHaveTextContent('neither a user nor a role');
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await expect.element(page.getByText("can't change")).not.toBeInTheDocument();
});
