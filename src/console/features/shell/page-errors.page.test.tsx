import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { field, heading, renderPage, textsOf } from '../../../testing/pages/render-page.tsx';
import { refuse } from '../../../testing/pages/requests.ts';

const needs = {
  '/groups': 'Groups · view group',
  '/groups/import': 'Groups · change group',
  '/configuration': 'Groups · view group',
  '/access/users/import': 'Users, roles and keys · change group_admin',
  '/oidc': 'OIDC providers · view palisade',
  '/access/roles': 'Users, roles and keys · view group_admin',
  '/access/users': 'Users, roles and keys · view group_admin',
};

// React reports errors that the router's boundaries catch.
afterEach(() => vi.mocked(console.error).mockClear());

const refused = heading("You don't have permission to view this page");
const alert = page.getByRole('alert');
const why = alert.getByRole('link', { name: 'What would allow this?' });
const action = page.getByRole('combobox', { name: 'Action' });

it.for(['/oidc/new', '/oidc/new?from=0'])(
  'shows no form at %s without permission to create',
  async (address) => {
    await renderPage(address, 'auditor');
    await expect.element(refused).toBeVisible();
    await expect.element(alert).toHaveTextContent('You need OIDC providers · change palisade');
    expect(alert.getByText('palisade', { exact: true }).element().tagName).toBe('CODE');
    await expect.element(field('Name')).not.toBeInTheDocument();
    await why.click();
    await expect.element(action).toHaveValue('change OIDC providers');
  },
);

it('hides pages without a privilege, words every refusal alike, and explains it', async () => {
  const detail = ['requires privilege rw on feature device'];
  await refuse('signOut', 403, detail, 1);
  const { history } = await renderPage('/access', 'guest');
  await expect.element(page.getByText('You only have access to your own API keys and jobs.')).toBeVisible();
  const links = page.getByRole('group', { name: 'Access' }).getByRole('link');
  expect(textsOf(links)).toEqual(['My access', 'Check access']);
  for (const [address, need] of Object.entries(needs)) {
    history.push(address);
    // Nothing to try again.
    const parts = [
      "You don't have permission to view this page",
      `You need ${need}.`,
      'Anyone with Users, roles and keys · change group_admin can grant it.',
      'Copy request',
      'What would allow this?',
    ];
    await expect.poll(() => alert.element().textContent).toBe(parts.join(''));
    await expect.element(refused).toBeVisible();
  }
  await expectAccessible();
  // What others link to that page is only named.
  history.push('/activity');
  await expect.element(page.getByRole('grid').getByText('guest').first()).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'guest' })).not.toBeInTheDocument();
  history.back();
  await why.click();
  await expect.element(action).toHaveValue('view users, roles and keys');
  await expect.element(page.getByRole('heading', { name: 'No', exact: true })).toBeVisible();

  // A notification links there too, without reloading the console.
  await page.getByRole('button', { name: 'User guest' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await why.click();
  await expect.element(action).toHaveValue('change devices');
});
