import type { APIRequestContext, Page } from '@playwright/test';
import { dialog } from './access-helpers.ts';
import { expect, expectAccessible, heading, test, type TestFixtures } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { createByHand, field, save } from './oidc-helpers.ts';

// Records that someone else deletes while their page is open.

interface Kind {
  /** Creates one. @returns its path in the API */
  create(admin: APIRequestContext, name: string): Promise<string>;
  /** The page of the one with this ID. */
  page: string;
  /** Starts deleting it. */
  startDelete(page: Page): Promise<void>;
  /** The page that deleting it leads to. */
  after: string;
  /** The button that opens its form, and the field with its name. */
  form?: [edit: string, field: string];
}

const create = async (admin: APIRequestContext, path: string, data: object, pathField: string) => {
  const response = await admin.post(`/api${path}`, { data: { data } });
  expect(response.status()).toBe(201);
  return String((await response.json())[pathField]);
};

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

const kinds: Record<'user' | 'role' | 'provider' | 'group', Kind> = {
  user: {
    create: (admin, login) =>
      create(admin, '/users', { login, group_resource: '/groups/1' }, 'user_resource'),
    page: '/access/users',
    startDelete: button('Delete user'),
    after: 'Users',
    form: ['Edit user', 'Login'],
  },
  role: {
    create: (admin, name) => create(admin, '/roles', { name, admin_group: '/groups/1' }, 'role_resource'),
    page: '/access/roles',
    startDelete: button('Delete role'),
    after: 'Roles',
    form: ['Edit role', 'Name'],
  },
  provider: {
    create: async (admin, name) => (await createByHand(admin, name)).resource,
    page: '/oidc',
    startDelete: async (page) => {
      await button('More actions')(page);
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    },
    after: 'OIDC providers',
  },
  group: {
    create: (admin, name) => create(admin, '/groups/1/groups', { name }, 'group_resource'),
    page: '/groups',
    startDelete: button('Delete'),
    after: 'EMEA',
    form: ['Edit', 'Name'],
  },
};

type Fixtures = Pick<TestFixtures, 'signInAs' | 'apiAs'> & { page: Page };

/** Opens the page of a new record. @returns what it's called, and a function that deletes it as someone else */
async function openNew(kind: Kind, { page, signInAs, apiAs }: Fixtures) {
  const admin = await apiAs('admin');
  const name = fresh('Gone');
  const path = await kind.create(admin, name);
  const id = path.split('/').at(-1);
  await signInAs('admin');
  await page.goto(`${kind.page}/${id}`);
  await expect(heading(page, name)).toBeVisible();
  const deleteElsewhere = async () => expect((await admin.delete(`/api${path}`)).ok()).toBe(true);
  return { name, path, id, deleteElsewhere };
}

/** Has the page load its record again: back online, it does if that was a while ago. */
async function loadAgain(page: Page): Promise<void> {
  await page.evaluate('{ const { now } = Date; Date.now = () => now() + 60_000; }');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
}

for (const [noun, kind] of Object.entries(kinds))
  test(`says that a ${noun} was already deleted, and leaves its page`, async ({ page, signInAs, apiAs }) => {
    const { name, deleteElsewhere } = await openNew(kind, { page, signInAs, apiAs });
    await kind.startDelete(page);
    const remove = dialog(page).getByRole('button', { name: `Delete ${name}` });
    await expect(remove).toBeEnabled();
    await deleteElsewhere();
    await remove.click();
    await expect(page.getByText(`${name} was already deleted`)).toBeVisible();
    await expect(heading(page, kind.after)).toBeVisible();
    await expect(dialog(page)).toBeHidden();
  });

for (const noun of ['user', 'role'] as const)
  test(`replaces the page of a ${noun} that someone else has deleted`, async ({ page, signInAs, apiAs }) => {
    const { id, deleteElsewhere } = await openNew(kinds[noun], { page, signInAs, apiAs });
    await deleteElsewhere();
    await loadAgain(page);
    await expect(heading(page, new RegExp(`${id} not found`))).toBeVisible();
    await page.getByRole('link', { name: /^All / }).click();
    await expect(heading(page, kinds[noun].after)).toBeVisible();
  });

for (const [noun, kind] of Object.entries(kinds)) {
  const { form } = kind;
  if (form)
    test(`offers to create a ${noun} again that was deleted while it was being edited`, async ({
      page,
      signInAs,
      apiAs,
    }) => {
      const { name, deleteElsewhere } = await openNew(kind, { page, signInAs, apiAs });
      await button(form[0])(page);
      const input = dialog(page).getByRole('textbox', { name: form[1], exact: true });
      await input.fill(`${name} again`);
      await deleteElsewhere();
      await dialog(page).getByRole('button', { name: 'Save changes' }).click();
      const alert = dialog(page).getByRole('alert', { name: `${name} no longer exists` });
      await expect(alert).toContainText('create a new one');
      await expectAccessible(page);
      await expect(input).toHaveValue(`${name} again`);
      await dialog(page)
        .getByRole('button', { name: `Create ${noun}` })
        .click();
      await expect(heading(page, `${name} again`)).toBeVisible();
      await expect(dialog(page)).toBeHidden();
    });
}

test('offers to create a provider again that was deleted while it was being edited', async ({
  page,
  signInAs,
  apiAs,
}) => {
  const { name, deleteElsewhere } = await openNew(kinds.provider, { page, signInAs, apiAs });
  await field(page, 'Client ID').fill('changed');
  await deleteElsewhere();
  await save(page).click();
  const problems = page.getByRole('alert', { name: 'Problems' });
  await expect(problems).toContainText(`${name} no longer exists`);
  await problems.getByRole('button', { name: 'Create a new provider' }).click();
  await expect(heading(page, 'New provider')).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue(name);
  await expect(field(page, 'Client ID')).toHaveValue('changed');
});

test('keeps the form of a deleted user when their page notices, and shows that once it is closed', async ({
  page,
  signInAs,
  apiAs,
}) => {
  const { name, path, id, deleteElsewhere } = await openNew(kinds.user, { page, signInAs, apiAs });
  await button('Edit user')(page);
  const input = dialog(page).getByLabel('Name');
  await input.fill('Half done');
  await deleteElsewhere();
  const noticed = page.waitForResponse(
    (response) => response.url().endsWith(`/api${path}`) && response.status() === 404,
  );
  await loadAgain(page);
  await noticed;
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog(page).getByRole('alert', { name: `${name} no longer exists` })).toBeVisible();
  await expect(input).toHaveValue('Half done');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(page, `User ${id} not found`)).toBeVisible();
});

test('says that a group in the tree no longer exists', async ({ page, signInAs, apiAs }) => {
  const admin = await apiAs('admin');
  const name = fresh('Gone');
  const path = await create(admin, '/groups/1/groups', { name }, 'group_resource');
  await signInAs('admin');
  await page.goto('/groups/1');
  await expect(heading(page, 'EMEA')).toBeVisible();
  await page.getByLabel('Filter groups').fill(name);
  const item = page.getByRole('treeitem', { name });
  await expect(item).toBeVisible();
  expect((await admin.delete(`/api${path}`)).ok()).toBe(true);
  await item.click();
  await expect(heading(page, `Group ${path.split('/').at(-1)} not found`)).toBeVisible();
  await expect(item).toBeHidden();
});
