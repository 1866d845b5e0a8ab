import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { createByHand } from './oidc-helpers.ts';

const turn = '\u202E';
/** A name that tries to end the isolate around it and to reverse the text after it. */
const hostile = () => fresh(`a\u2069b${turn}gpj.exe`);

/**
 * Finds every text in the page where a name changes the direction of the words around it: in elements, in attributes that
 * are read or heard, and in the window's title. A string, because tests are type-checked without the browser's types.
 */
const unisolatedNamesInPage = String.raw`(() => {
  const mark = '\u202E';
  const isIsolated = (text) => {
    let depth = 0;
    for (const letter of text) {
      if (/[\u2066-\u2068]/.test(letter)) depth += 1;
      if (letter === '\u2069') depth -= 1;
      if (depth < 0 || (letter === mark && depth === 0)) return false;
    }
    return depth === 0;
  };
  const isAlone = (text) => !/\s/.test(text.trim());
  const found = [];
  if (document.title.includes(mark) && !isIsolated(document.title)) found.push('window: ' + document.title);
  for (const element of document.querySelectorAll('body *')) {
    for (const attribute of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
      const value = element.getAttribute(attribute);
      if (value?.includes(mark) && !isIsolated(value) && !isAlone(value)) found.push(attribute + ': ' + value);
    }
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent;
    const parent = node.parentElement;
    if (!text.includes(mark) || /^(SCRIPT|STYLE|TEXTAREA)$/.test(parent.tagName)) continue;
    if (isIsolated(text) || parent.closest('bdi')) continue;
    let block = parent;
    while (getComputedStyle(block).display === 'inline') block = block.parentElement;
    if (!isAlone(block.textContent)) found.push(block.tagName + ': ' + block.textContent);
  }
  return found;
})()`;

function unisolatedNames(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(unisolatedNamesInPage);
}

/** Expects that the hostile name is on the page, and isolated. */
async function expectIsolated(page: Page, name: string): Promise<void> {
  const suffix = name.slice(name.indexOf(turn));
  await expect(page.locator('body')).toContainText(suffix);
  expect(await unisolatedNames(page)).toEqual([]);
}

/** Opens and checks each dialog of a record's page. */
async function walkDialogs(page: Page, name: string, buttons: readonly RegExp[]): Promise<void> {
  for (const button of buttons) {
    await page.getByRole('main').getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectIsolated(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
}

async function make(api: APIRequestContext, path: string, data: object): Promise<Record<string, string>> {
  const response = await api.post(`/api${path}`, { data: { data } });
  expect(response.status()).toBe(201);
  return (await response.json()) as Record<string, string>;
}

/** Creates a group, a role and a user of that name. */
async function makeUser(api: APIRequestContext, name: string) {
  const { group_resource: group = '' } = await make(api, '/groups', { name, description: name });
  const { role_resource: role = '' } = await make(api, '/roles', {
    name,
    admin_group: group,
    features: [{ name: 'group', privilege: 'rw' }],
    group_resources: [group],
  });
  const { user_resource: user = '' } = await make(api, '/users', {
    login: name,
    display_name: name,
    group_resource: group,
    role_resources: [role],
  });
  return { group, role, user };
}

/** Opens a page from the navigation. */
const openPage = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();

test.describe('a name that reverses the text after it', () => {
  test.beforeEach(async ({ signInAs }) => signInAs('admin'));

  test('is isolated on the pages of groups and jobs, in their dialogs and in notifications', async ({
    page,
    apiAs,
  }) => {
    const name = hostile();
    const { group_resource: path = '' } = await make(await apiAs('admin'), '/groups', {
      name: fresh('plain'),
    });
    await page.goto(path);
    const dialog = page.getByRole('dialog');
    await page.getByRole('main').getByRole('button', { name: /^Edit/ }).first().click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Changes saved' })).toBeVisible();
    await expectIsolated(page, name);
    const dialogs = [/^Edit/, /^New subgroup/, /^Delete$/];
    await walkDialogs(page, name, dialogs);
    await page.getByRole('button', { name: 'New subgroup' }).click();
    await dialog.getByLabel('Name').fill(hostile());
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await expect(dialog).toBeHidden();
    await walkDialogs(page, name, dialogs);
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await crumbs.getByRole('button').nth(-2).click();
    await walkDialogs(page, name, [/^Delete$/]);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    // The typed name is compared without the characters that isolate it.
    await dialog.getByRole('textbox').fill(name);
    await dialog.getByRole('button', { name: /^Delete / }).click();
    await expect(dialog).toBeHidden();
    await expectIsolated(page, name);
    await openPage(page, 'Jobs');
    await expect(
      page
        .getByRole('main')
        .getByText(/Deleted 2 groups/)
        .first(),
    ).toBeVisible();
    await expectIsolated(page, name);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Delete / })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /^Delete / })).toBeVisible();
    await expectIsolated(page, name);
  });

  test('is isolated on the pages of users, roles and keys', async ({ page, apiAs }) => {
    const api = await apiAs('admin');
    const name = hostile();
    const { group, role, user } = await makeUser(api, name);
    await make(api, `${user}/api_keys`, { name });
    await page.goto(`/access${user}`);
    await expectIsolated(page, name);
    await walkDialogs(page, name, [/^Edit/, /password$/i, /^Delete/]);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectIsolated(page, name);
    await page.keyboard.press('Escape');
    await page.getByRole('main').locator(`a[href="/access${role}"]`).first().click();
    await expect(page).toHaveURL(`/access${role}`);
    await expect(page.getByRole('button', { name: 'Delete role' })).toBeVisible();
    await expectIsolated(page, name);
    await walkDialogs(page, name, [/^Edit/, /^Delete/]);
    const lists = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await lists.getByRole('link', { name: 'Roles' }).click();
    await expect(page.getByRole('grid', { name: 'Roles' })).toBeVisible();
    await expectIsolated(page, name);
    for (const list of ['Users', 'Groups'] as const) {
      await (list === 'Users'
        ? page.getByRole('navigation', { name: 'Access' }).getByRole('link', { name: list }).click()
        : openPage(page, list));
      await expect(page.getByRole(list === 'Users' ? 'grid' : 'tree', { name: list })).toBeVisible();
      await expectIsolated(page, name);
    }
    for (const address of [
      `/access/compare?left=${user}&right=me`,
      `/access/can?who=${user}&feature=group&privilege=rw&group=${group}`,
    ]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectIsolated(page, name);
    }
  });

  test('is isolated on provider pages', async ({ page, apiAs }) => {
    const name = hostile();
    const { id } = await createByHand(await apiAs('admin'), name);
    await page.goto('/oidc');
    await expectIsolated(page, name);
    await page.locator(`a[href="/oidc/${id}"]`).first().click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
    await expectIsolated(page, name);
    await openPage(page, 'OIDC providers');
    await page.getByRole('button', { name: /^Actions for .*gpj/ }).click();
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    await expectIsolated(page, name);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expectIsolated(page, name);
  });

  test('never widens a page, however long it is', async ({ page, apiAs }) => {
    const api = await apiAs('admin');
    const name = fresh('Wolfeschlegelsteinhausenbergerdorff'.repeat(6));
    const { group, role, user } = await makeUser(api, name);
    const { id } = await createByHand(api, name);
    const check = `/access/can?who=${user}&feature=palisade&privilege=rw&group=${group}`;
    for (const address of [group, `/access${user}`, `/access${role}`, check, `/oidc/${id}`]) {
      await page.setViewportSize({ width: 1280, height: 800 });
      const link = page.getByRole('main').locator(`a[href="${address}"]`).first();
      await (address.startsWith('/access/') && (await link.isVisible()) ? link.click() : page.goto(address));
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate<string[]>(`[...document.querySelectorAll('html, main, main *')]
          .filter((element) => element.scrollWidth > element.clientWidth + 1)
          .filter((element) => /auto|scroll|visible/.test(getComputedStyle(element).overflowX))
          .filter((element) => element.clientWidth > 0 && !element.closest('table, .visually-hidden, pre'))
          .map((element) => element.outerHTML.slice(0, 200))`);
        expect(wide, `${address} at ${width} px`).toEqual([]);
      }
    }
  });

  test('is found by this check if it is not isolated', async ({ page }) => {
    await page.evaluate(String.raw`(() => {
      const paragraph = document.createElement('p');
      const name = Object.assign(document.createElement('strong'), { textContent: 'a\u202Eb' });
      paragraph.append('Delete ', name, ' now?');
      paragraph.title = 'About a\u202Eb';
      document.body.append(paragraph);
    })()`);
    expect(await unisolatedNames(page)).toHaveLength(2);
  });
});
