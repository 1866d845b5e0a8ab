import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { heading, pressOn, renderPage } from '../../../testing/pages/render-page.tsx';
import { createProvider, request } from '../../../testing/pages/requests.ts';

it('searches the page by /, and goes to another one by g and a letter', async () => {
  const { address } = await renderPage('/access/users?suspended=active', 'admin');
  await expect.element(heading('Users')).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(page.getByLabelText('Search users')).toHaveFocus();
  // In a field, they're characters.
  await userEvent.keyboard('gr/');
  await expect.element(page.getByLabelText('Search users')).toHaveValue('gr/');
  expect(address()).toMatch(/^\/access\/users/);
  await heading('Users').click();
  await userEvent.keyboard('gr');
  await expect.element(heading('Roles')).toBeVisible();
  await userEvent.keyboard('r');
  await userEvent.keyboard('gp');
  await expect.element(heading('OIDC providers')).toBeVisible();
  const row = (name: string | RegExp) => page.getByRole('row', { name });
  await expect.element(row(/^Demo sign-in/)).toHaveFocus();
  // The page is open, and isn't shown again.
  await heading('OIDC providers').click();
  await userEvent.keyboard('gp');
  await expect.element(row(/^Demo sign-in/)).toHaveFocus();
  await userEvent.keyboard('gu');
  await expect.element(row(/^admin/)).toHaveFocus();
  await userEvent.keyboard('j{Enter}');
  await expect.poll(address).toMatch(/^\/access\/users\/\d/);
  await userEvent.keyboard('gg');
  await expect.poll(() => document.activeElement?.role).toBe('treeitem');
  // A page without a search of its own.
  await renderPage('/access/can', 'admin');
  await expect.element(heading('Check access')).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
});

it('steps through a log by j and k, and closes the entry by Escape', async () => {
  const provider = (await createProvider('Stepped')).replace('/oidc', '/oidc_ops');
  for (const scope of ['openid email', 'openid profile', 'openid phone'])
    await request('PUT', `/api${provider}`, { scope });
  const { address } = await renderPage(`/activity?log=changes&action=updated&resource=${provider}`, 'admin');
  const inspector = page.getByRole('region', { name: 'Request inspector' });
  const scopeRow = page.getByRole('table', { name: 'Changed fields' });
  await page.getByRole('grid').getByRole('row').nth(1).click();
  await expect.element(scopeRow).toHaveTextContent('openid phone');
  // One step: the list has the focus, and would take another.
  await pressOn(page.getByRole('grid').getByRole('row').nth(1), 'j');
  await expect.element(scopeRow).toHaveTextContent(/openid email.*openid profile/);
  await userEvent.keyboard('k');
  await expect.element(scopeRow).toHaveTextContent('openid phone');
  // There's none before the first.
  await userEvent.keyboard('k');
  await expect.element(scopeRow).toHaveTextContent('openid phone');
  // The inspector has the focus, then nothing has.
  for (const focus of [() => undefined, () => (document.activeElement as HTMLElement).blur()]) {
    await userEvent.keyboard('{Control>}{Shift>}i{/Shift}{/Control}');
    await expect.element(inspector).toBeVisible();
    focus();
    await userEvent.keyboard('{Escape}');
    await expect.element(inspector).not.toBeInTheDocument();
    await expect.element(scopeRow).toBeVisible();
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(scopeRow).not.toBeInTheDocument();
  expect(address()).not.toContain('entry=');
});

it('changes groups of the tree by F2, Insert and Delete, and by N from anywhere', async () => {
  await renderPage('/groups/3', 'admin');
  await expect.element(heading('Asia Pacific')).toBeVisible();
  const item = (name: string) => page.getByRole('treeitem', { name });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await pressOn(item('Asia Pacific'), '{F2}');
  await expect.element(dialog('Edit Asia Pacific')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(item('Asia Pacific')).toHaveFocus();
  await userEvent.keyboard('{Insert}');
  await dialog('New subgroup of Asia Pacific').getByLabelText('Name').fill('Made in the tree');
  await userEvent.keyboard('{Enter}');
  // The next key acts on it.
  await expect.element(item('Made in the tree')).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  await dialog('Delete Made in the tree').getByRole('button', { name: 'Delete Made in the tree' }).click();
  await expect.element(item('Asia Pacific')).toHaveFocus();
  // The Default group can't be deleted.
  await userEvent.keyboard('{Home}{Delete}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await pressOn(page.getByRole('button', { name: 'Refresh' }), 'n');
  await expect.element(dialog('New subgroup of Asia Pacific')).toBeVisible();
});
