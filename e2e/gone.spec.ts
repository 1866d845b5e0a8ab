import type { APIRequestContext, Page } from '@playwright/test';
import { dialog } from './access-helpers.ts';
import { expect, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { createByHand, field, save } from './oidc-helpers.ts';

// Records that someone else deletes while their page is open.

test.beforeEach(async ({ signInAs }) => signInAs('admin'));

/** Creates a record. @returns its path */
async function create(admin: APIRequestContext, list: string, data: object): Promise<string> {
  const response = await admin.post(`/api${list}`, { data: { data } });
  expect(response.status()).toBe(201);
  const record = (await response.json()) as Record<string, string>;
  return record[`${/(\w+)s$/.exec(list)?.[1]}_resource`] ?? '';
}

const remove = async (admin: APIRequestContext, path: string) =>
  expect((await admin.delete(`/api${path}`)).ok()).toBe(true);

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const clickInDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name }).click();
const noLongerExists = (page: Page, name: string) =>
  expect(dialog(page).getByRole('alert', { name: `${name} no longer exists` })).toBeVisible();

/** Confirms deleting a record that someone else has just deleted. */
async function deleteGone(page: Page, name: string, deleteElsewhere: () => Promise<void>): Promise<void> {
  await expect(dialog(page).getByRole('button', { name: `Delete ${name}` })).toBeEnabled();
  await deleteElsewhere();
  await clickInDialog(page, `Delete ${name}`);
  await expect(page.getByText(`${name} was already deleted`)).toBeVisible();
  await expect(dialog(page)).toBeHidden();
}

/** Has the page load its record again, which no longer exists: back online, it does if that was a while ago. */
async function notice(page: Page, path: string): Promise<void> {
  const noticed = page.waitForResponse(
    (response) => response.url().endsWith(`/api${path}`) && response.status() === 404,
  );
  await page.evaluate('{ const { now } = Date; Date.now = () => now() + 60_000; }');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await noticed;
}

test('users and roles that someone else deletes: keeps the form, creates another, and leaves the page', async ({
  page,
  apiAs,
}) => {
  const admin = await apiAs('admin');
  await page.goto('/access');
  for (const { noun, list, label, data } of [
    { noun: 'user', list: 'Users', label: 'Login', data: { group_resource: '/groups/1' } },
    { noun: 'role', list: 'Roles', label: 'Name', data: { admin_group: '/groups/1' } },
  ]) {
    const names = [fresh('Gone'), fresh('Gone')] as const;
    const createOne = (name: string) => create(admin, `/${noun}s`, { [label.toLowerCase()]: name, ...data });
    const paths = [await createOne(names[0]), await createOne(names[1])] as const;
    const input = dialog(page).getByRole('textbox', { name: label, exact: true });
    const edit = async (value: string) => {
      await click(page, `Edit ${noun}`);
      await input.fill(value);
    };

    await page.getByRole('navigation', { name: 'Access' }).getByRole('link', { name: list }).click();
    await page.getByRole('link', { name: names[0] }).click();
    await edit('Half done');
    await remove(admin, paths[0]);
    await notice(page, paths[0]);
    await clickInDialog(page, 'Save changes');
    await noLongerExists(page, names[0]);
    await expect(input).toHaveValue('Half done');
    await clickInDialog(page, 'Cancel');
    await expect(heading(page, new RegExp(`${paths[0].split('/').at(-1)} not found`))).toBeVisible();
    await page.getByRole('link', { name: `All ${noun}s` }).click();
    await expect(heading(page, list)).toBeVisible();

    await page.getByRole('link', { name: names[1] }).click();
    const again = `${names[1]} again`;
    await edit(again);
    await remove(admin, paths[1]);
    await clickInDialog(page, 'Save changes');
    await noLongerExists(page, names[1]);
    await clickInDialog(page, `Create ${noun}`);
    await expect(heading(page, again)).toBeVisible();
    await expect(dialog(page)).toBeHidden();

    const path = new URL(page.url()).pathname.replace('/access', '');
    await click(page, `Delete ${noun}`);
    await deleteGone(page, again, () => remove(admin, path));
    await expect(heading(page, list)).toBeVisible();
  }
});

test('a group that someone else deletes: leaves the tree, creates another, and opens the parent', async ({
  page,
  apiAs,
}) => {
  const admin = await apiAs('admin');
  const names = [fresh('Gone'), fresh('Gone')] as const;
  const createOne = (name: string) => create(admin, '/groups/1/groups', { name });
  const paths = [await createOne(names[0]), await createOne(names[1])] as const;
  await page.goto('/groups/1');
  await page.getByLabel('Filter groups').fill('Gone-');
  const item = (name: string) => page.getByRole('treeitem', { name });
  await expect(item(names[0])).toBeVisible();
  await remove(admin, paths[0]);
  await item(names[0]).click();
  await expect(heading(page, `Group ${paths[0].split('/').at(-1)} not found`)).toBeVisible();
  await expect(item(names[0])).toBeHidden();

  await item(names[1]).click();
  await expect(heading(page, names[1])).toBeVisible();
  await click(page, 'Edit');
  const again = `${names[1]} again`;
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill(again);
  await remove(admin, paths[1]);
  await clickInDialog(page, 'Save changes');
  await noLongerExists(page, names[1]);
  await clickInDialog(page, 'Create group');
  await expect(heading(page, again)).toBeVisible();
  await expect(dialog(page)).toBeHidden();

  const path = new URL(page.url()).pathname;
  await click(page, 'Delete');
  await deleteGone(page, again, () => remove(admin, path));
  await expect(heading(page, 'EMEA')).toBeVisible();
});

test('a provider that someone else deletes: leaves the page, and keeps the form for a new one', async ({
  page,
  apiAs,
}) => {
  const admin = await apiAs('admin');
  const [first, second] = [
    await createByHand(admin, fresh('Gone')),
    await createByHand(admin, fresh('Gone')),
  ] as const;
  await page.goto(`/oidc/${first.id}`);
  await click(page, 'More actions');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await deleteGone(page, first.name, () => remove(admin, first.resource));
  await expect(heading(page, 'OIDC providers')).toBeVisible();

  await page.getByRole('link', { name: second.name }).click();
  await field(page, 'Client ID').fill('changed');
  await remove(admin, second.resource);
  await save(page).click();
  const problems = page.getByRole('alert', { name: 'Problems' });
  await expect(problems).toContainText(`${second.name} no longer exists`);
  await problems.getByRole('button', { name: 'Create a new provider' }).click();
  await expect(heading(page, 'New provider')).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue(second.name);
  await expect(field(page, 'Client ID')).toHaveValue('changed');
});
