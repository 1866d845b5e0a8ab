import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chooseAction, heading, renderPage, showOnPhone } from '../../../testing/pages/render-page.tsx';
import { createProvider, createRecord, request } from '../../../testing/pages/requests.ts';

const mark = '\u202E';
let made = 0;

/** A name that tries to end the isolate around it and to reverse the text after it. */
const hostile = () => `a\u2069b${mark}gpj.exe-${(made += 1)}`;

/** Whether the mark only affects the text of its isolate, and no isolate is ended or left open. */
function isIsolated(text: string): boolean {
  let depth = 0;
  for (const letter of text) {
    if (/[\u2066-\u2068]/.test(letter)) depth += 1;
    if (letter === '\u2069') depth -= 1;
    if (depth < 0 || (letter === mark && depth === 0)) return false;
  }
  return depth === 0;
}

const isOneWord = (text: string) => !/\s/.test(text.trim());

/** Texts in which a name changes the direction of the words around it: in elements, in attributes, in the window's title. */
function unisolatedNames(): string[] {
  const found: string[] = [];
  if (document.title.includes(mark) && !isIsolated(document.title)) found.push(`window: ${document.title}`);
  for (const element of document.querySelectorAll('body *')) {
    for (const attribute of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
      const value = element.getAttribute(attribute);
      if (value?.includes(mark) && !isIsolated(value) && !isOneWord(value))
        found.push(`${attribute}: ${value}`);
    }
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { textContent: text, parentElement: parent } = node;
    if (!text?.includes(mark) || !parent || /^(SCRIPT|STYLE|TEXTAREA)$/.test(parent.tagName)) continue;
    if (isIsolated(text) || parent.closest('bdi')) continue;
    let block: Element = parent;
    while (getComputedStyle(block).display === 'inline' && block.parentElement) block = block.parentElement;
    if (!isOneWord(block.textContent)) found.push(`${block.tagName}: ${block.textContent}`);
  }
  return found;
}

/** Expects that the name is shown, and isolated. */
async function expectIsolated(name: string): Promise<void> {
  await expect.element(document.body).toHaveTextContent(name.slice(name.indexOf(mark)));
  expect(unisolatedNames()).toEqual([]);
}

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');

/** Opens something over the page, checks it, and closes it. */
async function checkDialog(name: string, open: () => Promise<void>): Promise<void> {
  await open();
  await expect.element(dialog).toBeVisible();
  await expectIsolated(name);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
}

/** Checks the form of a record's page, and the dialogs that its menu opens. */
async function checkDialogs(name: string, actions: readonly string[]): Promise<void> {
  await checkDialog(name, () => main.getByRole('button', { name: 'Edit', exact: true }).click());
  for (const action of actions) await checkDialog(name, () => chooseAction(action));
}

/** Creates a group, a role and a user of that name. @returns their paths */
async function createRecords(name: string) {
  const group = await createRecord('/groups', { name, description: name });
  const role = await createRecord('/roles', {
    name,
    admin_group: group,
    features: [{ name: 'group', privilege: 'rw' }],
    group_resources: [group],
  });
  const user = await createRecord('/users', {
    login: name,
    display_name: name,
    group_resource: group,
    role_resources: [role],
  });
  return { group, role, user };
}

it('isolates a name that reverses the text after it on the pages of groups and jobs', async () => {
  const name = hostile();
  const path = await createRecord('/groups', { name: 'Plain' });
  await createRecord(`${path}/groups`, { name: hostile() });
  await renderPage(path, 'admin');
  await main.getByRole('button', { name: /^Edit/ }).first().click();
  await dialog.getByLabelText('Name').fill(name);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByRole('status').filter({ hasText: 'Changes saved' })).toBeVisible();
  await expectIsolated(name);
  await checkDialogs(name, ['Delete']);
  await checkDialog(name, () => main.getByRole('button', { name: 'New subgroup' }).click());
  await chooseAction('Delete');
  // The typed name is compared without the characters that isolate it.
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: /^Delete / }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expectIsolated(name);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Jobs' }).click();
  await expect.element(main.getByText(/Deleted 2 groups/).first()).toBeVisible();
  await expectIsolated(name);
  await main
    .getByRole('link', { name: /^Deleting / })
    .first()
    .click();
  await expect.element(heading(/^Deleting /)).toBeVisible();
  await expectIsolated(name);
});

it('isolates it on the pages of users, roles and keys', async () => {
  const name = hostile();
  const { group, role, user } = await createRecords(name);
  await request('POST', `/api${user}/api_keys`, { name });
  const { open } = await renderPage(`/access${user}`, 'admin');
  await expectIsolated(name);
  await checkDialogs(name, ['Set password', 'Delete']);
  for (const tab of ['Activity', 'History', 'Sign-in']) {
    await main.getByRole('link', { name: tab }).click();
    await expectIsolated(name);
  }
  await main
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  await checkDialog(name, () => page.getByRole('menuitem', { name: 'Revoke' }).click());
  await open(`/access${role}`);
  await expectIsolated(name);
  await checkDialogs(name, ['Delete']);
  for (const [address, list] of [
    ['/access/roles', page.getByRole('grid', { name: 'Roles' })],
    ['/access/users', page.getByRole('grid', { name: 'Users' })],
    ['/groups/1', page.getByRole('tree', { name: 'Groups' })],
    [
      `/access/can?who=${user}&feature=group&privilege=rw&group=${group}`,
      page.getByRole('heading', { level: 2 }).first(),
    ],
  ] as const) {
    await open(address);
    await expect.element(list).toBeVisible();
    await expectIsolated(name);
  }
});

it('never widens a page by a name, however long it is', async () => {
  const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6);
  const { group, role, user } = await createRecords(name);
  const provider = await createProvider(name);
  const check = `/access/can?who=${user}&feature=palisade&privilege=rw&group=${group}`;
  const pages = [
    [group, heading(name)],
    [`/access${user}`, heading(name)],
    [`/access${role}`, heading(name)],
    [check, page.getByRole('heading', { level: 2 }).first()],
    [provider, heading(name)],
  ] as const;
  const { open } = await renderPage('/jobs', 'admin');
  for (const show of [() => undefined, showOnPhone]) {
    await show();
    for (const [address, shown] of pages) {
      await open(address);
      await expect.element(shown).toBeVisible();
      await expect.poll(() => document.querySelector('[aria-label^="Loading"]')).toBeNull();
      expect({ address, tooWide: tooWide() }).toEqual({ address, tooWide: [] });
    }
  }
});

/** Elements whose content is wider than they are, other than those that are made for it. */
function tooWide(): string[] {
  return (
    [...document.querySelectorAll('html, main, main *')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .filter((element) => /auto|scroll|visible/.test(getComputedStyle(element).overflowX))
      // Press areas that reach beyond a separator or a radio button don't scroll.
      .filter(
        (element) =>
          !element.closest(
            'table, .visually-hidden, pre, [role=separator], :has(> [type=radio]), [type=radio]',
          ),
      )
      .map((element) => element.outerHTML.slice(0, 200))
  );
}
