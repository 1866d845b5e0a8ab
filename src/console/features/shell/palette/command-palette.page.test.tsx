import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessible.ts';
import { field, heading, renderPage, showOnPhone, textsOf } from '../../../../testing/pages/render-page.tsx';
import { applyRules, pendingCalls, request, startJob } from '../../../../testing/pages/requests.ts';

const palette = page.getByRole('combobox', { name: 'Search or run a command' });
const option = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
const section = (name: string) => page.getByRole('group', { name }).getByRole('option');

async function search(text: string): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await palette.fill(text);
}

/** Searches and opens the first result. */
async function open(text: string, title: string): Promise<void> {
  await search(text);
  await expect.element(option.first()).toHaveTextContent(title);
  await userEvent.keyboard('{Enter}');
}

it('finds records of every kind, and starts with recent records and the actions of the page', async () => {
  const path = await startJob('By a job');
  await renderPage('/jobs', 'admin');
  await page.getByRole('button', { name: 'Job settings' }).click();
  await field('Follow a job by its path').fill(path);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('row').nth(1)).toHaveTextContent('Completed');
  await search(path.split('/').at(-1) ?? '');
  await expect.element(section('Jobs')).toHaveLength(1);
  await palette.fill('emea');
  await expect.element(section('Groups').first()).toHaveTextContent('EMEA');
  await expect.element(section('Roles').first()).toHaveTextContent('EMEA administrators');
  await expect.element(section('Other matches').first()).toHaveTextContent('EMEA');
  await expect.element(option.first()).toHaveAttribute('aria-selected', 'true');
  await expect.element(option.first()).toHaveTextContent('EMEADefault');
  // Results arrive one by one.
  await expect.poll(pendingCalls).toEqual([]);
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  for (const [text, title] of [
    ['demo sign', 'Demo sign-in'],
    ['tena', 'tenant'],
  ] as const) {
    await open(text, title);
    await expect.element(heading(title)).toBeVisible();
  }

  await search('');
  await expect
    .poll(() => textsOf(section('On this page')))
    .toEqual(['Edit', 'Reset password of', 'Duplicate', 'Suspend', 'Delete'].map((text) => `${text} tenant`));
  expect(textsOf(section('Recent')).slice(0, 2)).toEqual([
    expect.stringContaining('tenant'),
    expect.stringContaining('Demo sign-in'),
  ]);
  await palette.fill('edit tenant');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Edit tenant' })).toBeVisible();
});

it('puts actions of the page first, then records, then pages, and what they explain last', async () => {
  await renderPage('/oidc/1', 'admin');
  await expect.element(field('Metadata URL')).toBeVisible();
  const sections = page.getByRole('listbox', { name: 'Results' }).getByRole('group');
  const order = () => sections.elements().map(({ ariaLabel }) => ariaLabel);
  await search('s');
  await expect.poll(order).toContain('Users');
  expect(order()[0]).toBe('On this page');
  expect(order().indexOf('Users')).toBeLessThan(order().indexOf('Pages'));
  expect(order().at(-1)).toMatch('operations');
  // Unless it's a page's name.
  await palette.fill('Roles');
  await expect.element(option.first()).toHaveTextContent('Roles');
  await userEvent.keyboard('{Escape}');
  await open('metadata', 'Check metadata');
  await expect.element(page.getByText(/^Fetched from/)).toBeVisible();
  await search('end session');
  await expect.element(option.first()).toHaveTextContent('Your sessions');
  await palette.fill('password');
  await expect.element(option.first()).toHaveTextContent('Change password');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Change my password' })).toBeVisible();
});

it('finds scenarios of the Lab, operations of the API, and paths', async () => {
  await renderPage('/access', 'admin');
  await expect.element(heading('My access')).toBeVisible();
  await search('');
  await expect.element(section('Commands').first()).toBeVisible();
  expect(textsOf(option).join()).not.toContain('Activate');
  await palette.fill('update a group');
  await expect.element(section('API operations').first()).toHaveTextContent('PUT /groups/{id}');
  await userEvent.keyboard('{Escape}');
  await open('/oidc_ops/1', '/oidc_ops/1');
  await expect.element(heading('Demo sign-in')).toBeVisible();
  onTestFinished(() => request('DELETE', '/-/lab/scenario'));
  await open('slow serv', 'Activate Slow service');
  await expect.element(page.getByRole('status', { name: 'Scenario' })).toHaveTextContent('Slow service');
  await open('deactivate', 'Deactivate Slow service');
  await expect.element(page.getByRole('status', { name: 'Scenario' })).not.toBeInTheDocument();
});

it('opens empty, also right after it was closed', async () => {
  await renderPage('/access', 'admin');
  await expect.element(heading('My access')).toBeVisible();
  await page.getByRole('button', { name: 'Search or run a command' }).click();
  await expect.element(palette).toHaveFocus();
  await palette.fill('nothing is called this');
  await expect.element(page.getByText('No results')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(palette).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette).toHaveFocus();
  await expect.element(palette).toHaveValue('');
  const press = (key: string, ctrlKey: boolean) => {
    const event = { key, code: key === 'k' ? 'KeyK' : key, ctrlKey, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', event));
  };
  // Before the page is drawn without the palette.
  press('Escape', false);
  press('k', true);
  await expect.element(palette).toHaveFocus();
  await palette.fill('jobs');
  await expect.element(page.getByRole('option', { name: 'Show jobs' })).toBeVisible();
});

it('offers only pages that the user can open', async () => {
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  for (const [as, offered] of [
    ['tenant', ['Groups', 'Access']],
    ['auditor', ['Groups', 'OIDC providers', 'Access']],
  ] as const) {
    await renderPage('/jobs', as);
    await expect.element(heading('Jobs')).toBeVisible();
    const expected = ['Overview', ...offered, 'Jobs', 'Activity'];
    await expect
      .poll(() =>
        textsOf(links)
          .map((text) => text.trim())
          .slice(1, expected.length + 1),
      )
      .toEqual(expected);
    await search('');
    expect(textsOf(section('Pages')).slice(0, expected.length)).toEqual(expected);
  }
});

it('offers nothing about providers if the service has none', async () => {
  await applyRules({ endpoint: '*', effect: { kind: 'version', version: '9.5' }, times: null });
  await renderPage('/access', 'admin');
  await expect.element(heading('My access')).toBeVisible();
  await search('');
  await expect.poll(() => textsOf(section('Pages'))).not.toContain('OIDC providers');
  await expect.element(section('Commands').first()).toBeVisible();
  expect(textsOf(option).join()).not.toMatch(/provider/i);
  await palette.fill('OIDC provider');
  await expect.element(page.getByText(/^No results/)).toBeVisible();
});

it('opens the form of a new group, also beside a filter', async () => {
  const { address, open: visit } = await renderPage('/access', 'admin');
  const dialog = page.getByRole('dialog', { name: 'New subgroup of Default' });
  await open('new group', 'New group');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(address).toMatch(/^\/groups\/\d+$/);
  await showOnPhone();
  await visit('/groups?q=acme');
  await expect.element(dialog).not.toBeInTheDocument();
  await open('new group', 'New group');
  await expect.element(dialog).toBeVisible();
  expect(address()).toBe('/groups?q=acme');
});

it("opens no form of a new record later if the user stays on a page's unsaved changes", async () => {
  const { history } = await renderPage('/oidc/1', 'admin');
  await field('Name').fill('Unsaved');
  await open('new user', 'New user');
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  history.push('/access/users');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(heading('Users')).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: 'New user' })).not.toBeInTheDocument();
});
