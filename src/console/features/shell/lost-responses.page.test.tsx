import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LabRule } from '../../../contract/lab.ts';
import { chooseAction, chooseFor, field, heading, renderPage } from '../../../testing/pages/render-page.tsx';
import {
  applyRules,
  createProvider,
  createRecord,
  createUser,
  sentBy,
} from '../../../testing/pages/requests.ts';

const dialog = page.getByRole('dialog');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const alert = page.getByRole('alert');
const again = button('Try again');

/** The service does the next write, and its response is lost. */
const done = (endpoint: string): LabRule => ({ endpoint, effect: { kind: 'response-lost' }, times: 1 });
/** A gateway reports that it got no response to the next request, which the service never got. */
const undone = (endpoint: string): LabRule => ({
  endpoint,
  effect: { kind: 'status', status: 502, detail: ['no response from the service'] },
  times: 1,
});

const makeGroup = (name: string) => createRecord('/groups', { name });

/** The problem that a form or dialog shows. */
async function expectUnknown(possibly: string): Promise<void> {
  await expect.element(alert).toHaveTextContent(new RegExp(`The response was lost.*${possibly}`));
}

const create = async (name: string, rule: LabRule) => {
  await renderPage('/groups/4', 'admin');
  await button('New subgroup').click();
  await dialog.getByLabelText('Name').fill(name);
  await applyRules(rule);
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expectUnknown(`${name} may have been created`);
};

it('a new group whose response is lost appears in the tree if it was created', async () => {
  await create('Unheard of', done('createSubGroup'));
  expect(sentBy('POST')).toHaveLength(1);
  await button('Cancel').click();
  await page.getByRole('treeitem', { name: 'Acme Logistics' }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('treeitem', { name: /Unheard of/ })).toBeVisible();
});

it("sends an edit again only if it wasn't saved", async () => {
  await renderPage(await makeGroup('Before'), 'admin');
  const edit = async (name: string, rule: LabRule) => {
    await button('Edit').click();
    await dialog.getByLabelText('Name').fill(name);
    await applyRules(rule);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expectUnknown('may have been saved');
    await again.click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(heading(name)).toBeVisible();
  };
  await edit('Between', done('updateGroup'));
  expect(sentBy('PUT')).toHaveLength(1);
  await edit('After', undone('updateGroup'));
  expect(sentBy('PUT')).toHaveLength(3);
});

it('a deletion whose response is lost can be repeated', async () => {
  await renderPage(await makeGroup('Leaf'), 'admin');
  await chooseAction('Delete');
  await applyRules(done('deleteGroup'));
  await dialog.getByRole('button', { name: 'Delete Leaf' }).click();
  await expectUnknown('Leaf may have been deleted');
  await again.click();
  await expect.element(page.getByText('Leaf was already deleted')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

it("a provider whose response is lost isn't in conflict with itself", async () => {
  await renderPage(await createProvider('Changing'), 'admin');
  const problems = page.getByRole('alert').filter({ hasText: 'response was lost' });
  const saved = (name: string) =>
    page.getByRole('status').filter({ hasText: 'Changes saved' }).filter({ hasText: name });
  const save = async () => {
    await applyRules(done('updateOidcOp'));
    await button('Save changes').click();
    await expect.element(problems).toHaveTextContent('may have been saved');
    await problems.getByRole('button', { name: 'Try again' }).click();
  };
  await field('Name').fill('Changed');
  await save();
  await expect.element(saved('Changed').last()).toBeVisible();
  expect(sentBy('PUT')).toHaveLength(1);
  await button('Replace secret').click();
  await page.getByLabelText('Client secret', { exact: true }).fill('another secret');
  await save();
  await expect.element(button('Replace secret')).toBeVisible();
  expect(sentBy('PUT')).toHaveLength(3);
});

it('an API key whose response is lost is listed, to be revoked', async () => {
  await renderPage(`/access${await createUser('keyholder')}?tab=sign-in`, 'admin');
  await button('New API key').click();
  await dialog.getByLabelText('Name').fill('Nightly');
  await applyRules(done('createApiKey'));
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await expectUnknown('Nightly may have been created. No one has seen its key');
  await button('Cancel').click();
  await expect.element(page.getByRole('rowheader', { name: 'Nightly' })).toBeVisible();
  await chooseFor('Nightly', 'Replace');
  await userEvent.selectOptions(dialog.getByLabelText('The old key ends'), 'Now');
  await applyRules(done('createApiKey'));
  await dialog.getByRole('button', { name: 'Replace API key' }).click();
  await expectUnknown('The old key may have ended.');
});

it('each of many deletions whose responses are lost gets a result', async () => {
  for (const login of ['bulk-1', 'bulk-2']) await createUser(login);
  await renderPage('/access/users?q=bulk-', 'admin');
  for (const login of ['bulk-1', 'bulk-2'])
    await page.getByRole('checkbox', { name: `Select ${login}` }).click();
  await button('Delete 2 users').click();
  await applyRules(done('deleteUser'));
  await dialog.getByRole('button', { name: 'Delete 2 users' }).click();
  await expect.element(dialog).toHaveTextContent('1 user deleted, 1 unknown, 0 not deleted');
  await expect.element(dialog).toHaveTextContent(/bulk-\d may have been deleted/);
  await again.click();
  await expect.element(dialog).not.toBeInTheDocument();
});
