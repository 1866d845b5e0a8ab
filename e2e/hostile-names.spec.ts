import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { finished } from './jobs.ts';
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

test.describe('a name that reverses the text after it', () => {
  test.beforeEach(async ({ signInAs }) => signInAs('admin'));

  test('is isolated on group pages and in their dialogs', async ({ page, apiAs }) => {
    const api = await apiAs('admin');
    const name = hostile();
    const { group_resource: path = '' } = await make(api, '/groups', { name });
    await page.goto(path);
    await expectIsolated(page, name);
    const dialogs = [/^Edit/, /^New subgroup/, /^Delete$/];
    await walkDialogs(page, name, dialogs);
    // The typed name is compared without the characters that isolate it.
    const child = hostile();
    await make(api, `${path}/groups`, { name: child });
    await page.reload();
    await walkDialogs(page, name, dialogs);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(name);
    await dialog.getByRole('button', { name: /^Delete / }).click();
    await expect(dialog).toBeHidden();
    await expectIsolated(page, name);
    await page.goto('/jobs');
    await expect(page.getByText(/Deleted 2 groups/).first()).toBeVisible();
    await expectIsolated(page, name);
    await page
      .getByRole('link', { name: /^Delete / })
      .first()
      .click();
    await expectIsolated(page, name);
  });

  test('is isolated in notifications and job messages', async ({ page, apiAs }) => {
    const api = await apiAs('admin');
    const name = hostile();
    const { group_resource: path = '' } = await make(api, '/groups', { name: fresh('plain') });
    await page.goto(path);
    await page.getByRole('main').getByRole('button', { name: /^Edit/ }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expectIsolated(page, name);
    const again = hostile();
    const accepted = await api.post('/api/groups', {
      data: { data: { name: again } },
      headers: { prefer: 'respond-async' },
    });
    const job = accepted.headers()['location'] ?? '';
    await finished(api, job);
    const { message } = (await (await api.get(`/api${job}`)).json()) as { message: string };
    expect(message).toMatch(/^Created the group \u2068ab\u202E.*\u2069 as \/groups\/\d+$/);
    const taken = await api.post('/api/groups', { data: { data: { name: again } } });
    expect(await taken.json()).toEqual({
      detail: [
        expect.stringMatching(
          /^name: another group with the same parent already has the name \u2068"ab\u202E.*"\u2069$/,
        ),
      ],
    });
  });

  test('is isolated on the pages of users, roles and keys', async ({ page, apiAs }) => {
    const api = await apiAs('admin');
    const name = hostile();
    const group = await make(api, '/groups', { name: hostile() });
    const groupPath = group['group_resource'] ?? '';
    const role = await make(api, '/roles', {
      name,
      admin_group: groupPath,
      features: [{ name: 'group', privilege: 'rw' }],
      group_resources: [groupPath],
    });
    const user = await make(api, '/users', {
      login: name,
      group_resource: groupPath,
      role_resources: [role['role_resource']],
    });
    const userPath = user['user_resource'] ?? '';
    await make(api, `${userPath}/api_keys`, { name });
    await page.goto(`/access${userPath}`);
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
    await page.goto(`/access${role['role_resource']}`);
    await expectIsolated(page, name);
    await walkDialogs(page, name, [/^Edit/, /^Delete/]);
    for (const address of [
      `/access/users?search=${encodeURIComponent('gpj')}`,
      `/access/roles?search=${encodeURIComponent('gpj')}`,
      `/access/compare?left=${userPath}&right=me`,
      `/access/can?feature=group&privilege=rw&group=${groupPath}`,
      groupPath,
    ]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await unisolatedNames(page)).toEqual([]);
    }
  });

  test('is isolated on provider pages', async ({ page, apiAs }) => {
    const api = await apiAs('admin');
    const name = hostile();
    const { id } = await createByHand(api, name);
    await page.goto('/oidc');
    await expectIsolated(page, name);
    await page.goto(`/oidc/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectIsolated(page, name);
    await page.goto('/oidc');
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
    const { id } = await createByHand(api, name);
    const check = `/access/can?who=${user}&feature=palisade&privilege=rw&group=${group}`;
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const address of [group, `/access${user}`, `/access${role}`, check, `/oidc/${id}`]) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
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
