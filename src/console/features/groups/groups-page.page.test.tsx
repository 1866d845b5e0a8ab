import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import {
  chooseAction,
  heading,
  pressOn,
  renderPage,
  showOnPhone,
} from '../../../testing/pages/render-page.tsx';
import { createRecord, refuse, request, sentBy } from '../../../testing/pages/requests.ts';

const tree = page.getByRole('tree', { name: 'Groups' });
const item = (name: string) => tree.getByRole('treeitem', { name });
const dialog = page.getByRole('dialog');

const makeGroup = (parent: string, name: string) => createRecord(`${parent}/groups`, { name });

async function createSubgroup(name: string): Promise<void> {
  await page.getByRole('button', { name: 'New subgroup' }).click();
  await dialog.getByLabelText('Name').fill(name);
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect.element(heading(name)).toBeVisible();
}

describe('the filter', () => {
  it('shows names in full beside descriptions that match', async () => {
    await renderPage('/groups?q=acme', 'admin');
    const name = tree.getByTitle('Backup site', { exact: true }).first();
    await expect.element(name).toBeVisible();
    const { scrollWidth, clientWidth } = name.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    await expectAccessible();
  });

  it('shows what it finds in the tree or as a list, one by one by the keyboard', async () => {
    const { address: listAddress } = await renderPage('/groups', 'admin');
    const filter = page.getByLabelText('Filter groups');
    await filter.fill('contoso bank');
    await expect.element(page.getByText('24 of 1,204 groups')).toBeVisible();
    await expect.element(item('EMEA')).toBeVisible();
    const inTree = tree.getByRole('treeitem', { level: 2 });
    await page.getByRole('button', { name: 'Show as list' }).click();
    await expect.element(inTree).not.toBeInTheDocument();
    await expect.element(tree.getByRole('treeitem').first()).toHaveTextContent('Contoso BankAmericas');
    const { address } = await renderPage(listAddress(), 'admin');
    await expect.element(tree.getByRole('treeitem').first()).toHaveTextContent('Contoso BankAmericas');
    await expect.element(inTree).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Show as tree' }).click();
    await expect.element(item('EMEA')).toBeVisible();
    await filter.click();
    await userEvent.keyboard('{Enter}');
    await expect.element(heading('Contoso Bank')).toBeVisible();
    await expect.poll(() => document.querySelector('[role=tree] mark')?.textContent).toBe('Contoso Bank');
    const [first] = address().split('?');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => address().split('?')[0]).not.toBe(first);
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    await expect.poll(() => address().split('?')[0]).toBe(first);
    await filter.fill('no such thing');
    await expect.element(page.getByText('No groups match this filter')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(item('Americas')).toBeVisible();
    await expect.element(filter).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.activeElement?.role).toBe('treeitem');
  });
});

describe('a group', () => {
  it('sends only changed fields, and reports concurrent edits', async () => {
    const { address } = await renderPage('/groups/3', 'admin');
    await createSubgroup('Only');
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabelText('Description').fill('New');
    const [path = ''] = /\/groups\/\d+/.exec(address()) ?? [];
    await request('PUT', `/api${path}`, { name: 'Only theirs', description: 'Theirs' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    const question = page.getByRole('dialog', { name: 'Only has changed' });
    await question.getByRole('radio', { name: 'Description: use yours, New' }).click();
    // Whether it's replaced or not.
    await expect.poll(() => document.querySelector('h1')?.textContent).toBe('Only theirs');
    await question.getByRole('button', { name: 'Save changes' }).click();
    await expect.element(heading('Only theirs')).toBeVisible();
    await expect.poll(() => sentBy('PUT')).toEqual([{ data: { description: 'New' } }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('Changes undone')).toBeVisible();
    await expect.poll(() => sentBy('PUT').at(-1)).toEqual({ data: { description: 'Theirs' } });
  });

  it("isn't deleted while users belong to it, which is explained before and after", async () => {
    await renderPage('/groups/1', 'admin');
    const roles = page.getByRole('table', { name: 'Roles that apply here' });
    await expect
      .element(roles.getByRole('row', { name: /^Operators/ }))
      .toHaveTextContent('inherited from Default');
    await chooseAction('Delete');
    await expect.element(dialog).toHaveTextContent(/This delete will be rejected:.*belongs? to it: .*tenant/);
    await expect
      .element(dialog)
      .toHaveTextContent('1 role loses a group that it applies to: EMEA administrators');
    await dialog.getByLabelText('Type EMEA to confirm').fill('EMEA');
    await dialog.getByRole('button', { name: /^Delete EMEA and/ }).click();
    const reason = 'Failed: users still belong to EMEA';
    await expect.element(page.getByRole('alert')).toHaveTextContent(reason);
    await expect.element(item('EMEA')).toBeVisible();
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('button', { name: 'Show jobs: 1 failed' }).click();
    await dialog.getByRole('link', { name: /^Deleting EMEA and/ }).click();
    await expect.element(heading(/^Deleting EMEA and/)).toBeVisible();
    await expect.element(page.getByRole('main')).toHaveTextContent(reason);
  });

  it('leaves the tree if someone else has deleted it when a subgroup is created', async () => {
    const path = await makeGroup('/groups/0', 'Short-lived');
    await renderPage(path, 'admin');
    await page.getByRole('button', { name: 'New subgroup' }).click();
    await dialog.getByLabelText('Name').fill('Kept');
    await request('DELETE', `/api${path}`);
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await expect.element(dialog.getByRole('alert', { name: "Couldn't create the group" })).toBeVisible();
    await expect.element(item('Short-lived')).not.toBeInTheDocument();
    await expect.element(dialog.getByLabelText('Name')).toHaveValue('Kept');
  });

  it('is shown after it was created, never reported missing, and leaves the focus to its parent', async () => {
    await renderPage('/groups/4', 'admin');
    await expect.element(page.getByRole('button', { name: 'New subgroup' })).toBeVisible();
    const headings = new Set<string | null | undefined>();
    const observer = new MutationObserver(() => headings.add(document.querySelector('h1')?.textContent));
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    const names = ['First', 'Second'];
    for (const name of names) await createSubgroup(name);
    observer.disconnect();
    expect([...headings]).toEqual(expect.arrayContaining(names));
    expect([...headings]).not.toContainEqual(expect.stringContaining('not found'));
    await chooseAction('Delete');
    await dialog.getByRole('button', { name: 'Delete Second' }).click();
    await expect.element(heading('First')).toHaveFocus();
  });

  it('takes the focus when a link in another one opens it', async () => {
    await page.viewport(390, 844);
    await renderPage('/groups/1', 'admin');
    const path = page.getByRole('navigation', { name: 'Group path' });
    const parent = path.getByRole('button', { name: 'Default' });
    await pressOn(parent, '{Enter}');
    await expect.element(heading('Default')).toHaveFocus();
    await page.viewport(1280, 800);
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await refresh.click();
    await expect.element(refresh).toHaveFocus();
  });

  it('stays in the tree if a refresh fails, until another succeeds', async () => {
    await renderPage('/groups', 'admin');
    await expect.element(item('EMEA')).toBeVisible();
    const refresh = page.getByRole('button', { name: 'Refresh' });
    const outdated = page.getByRole('region', { name: 'Group tree' }).getByRole('alert');
    await refuse('listGroups', 400);
    await refresh.click();
    await expect.element(outdated).toHaveTextContent("Couldn't refresh groups: out of order");
    await expect.element(item('EMEA')).toBeVisible();
    await request('DELETE', '/-/lab/scenario');
    await refresh.click();
    await expect.element(outdated).not.toBeInTheDocument();
  });

  it('takes the place of the tree on a phone', async () => {
    await showOnPhone();
    await renderPage('/groups', 'admin');
    await page.getByLabelText('Filter groups').fill('emea');
    await expect.element(item('EMEA').first()).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(heading('EMEA')).toHaveFocus();
    await expect.element(tree).not.toBeInTheDocument();
    await page.getByRole('link', { name: 'Back to tree' }).click();
    await expect.element(heading('Groups')).toHaveFocus();
    await expect.element(tree).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

it('offers an auditor no changes', async () => {
  await renderPage('/groups/1', 'auditor');
  await expect.element(heading('EMEA')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /New|Edit|Delete/ })).not.toBeInTheDocument();
});

it('deletes or exports several groups of the tree, whose details are those of all', async () => {
  await makeGroup('/groups/3', 'Marked B');
  await renderPage(await makeGroup('/groups/3', 'Marked A'), 'admin');
  await expect.element(item('Marked A')).toBeVisible();
  const check = item('Marked A').element().querySelector<HTMLElement>('[data-check]');
  check?.click();
  await expect.element(heading('Marked A')).toBeVisible();
  await item('Marked B').click({ modifiers: ['Shift'] });
  await expect.element(heading('2 groups · 0 subgroups')).toBeVisible();
  const remove = page.getByRole('button', { name: /^Delete/ });
  await expect.element(remove).toHaveLength(1);
  await item('Marked A').click({ button: 'right' });
  await expect.element(page.getByRole('menuitem', { name: 'Copy path' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: /Delete|Export/ })).not.toBeInTheDocument();
  // The key is for all of them, too.
  await userEvent.keyboard('{Escape}');
  await expect.element(item('Marked A')).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  await expect.element(dialog).toHaveAccessibleName('Delete 2 groups');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await remove.click();
  await expect
    .element(dialog)
    .toHaveTextContent('You can recreate all of them in Activity, but with a new ID.');
  await dialog.getByRole('button', { name: 'Delete 2 groups' }).click();
  await expect.element(page.getByText('2 groups deleted')).toBeVisible();
  await expect.element(item('Marked A')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: /subgroup/ })).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
});

it("says which of several groups can't be deleted, and why, below the tree on a phone", async () => {
  await showOnPhone();
  await renderPage('/groups', 'admin');
  await item('Americas').click({ modifiers: ['Control'] });
  await item('Default').click({ modifiers: ['Shift'] });
  await expect.element(page.getByRole('heading', { name: /^2 groups · 1,20\d subgroups$/ })).toBeInViewport();
  await expect.element(tree).toBeInViewport();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog).toHaveTextContent("DefaultThe Default group can't be deleted");
  await expect.element(dialog).toHaveAccessibleName('Delete Americas');
  await expect
    .element(dialog)
    .toHaveTextContent(/876 subgroups will be deleted too\. You can recreate all of them/);
});
