import type { Page } from '@playwright/test';
import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { palette } from './palette.ts';

const tree = (page: Page) => page.getByRole('tree', { name: 'Groups' });
const item = (page: Page, name: string) => tree(page).getByRole('treeitem', { name });
const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' });

test.beforeEach(async ({ signInAs }) => signInAs('admin'));

test('keeps breadcrumbs, tree and Back in sync', async ({ page }) => {
  await page.goto('/access');
  await expect(crumbs(page).getByRole('listitem')).toHaveText(['Access']);
  await page.goto('/groups/4');
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await expect(crumbs(page).getByRole('listitem')).toHaveText(['Groups', 'Default', 'EMEA', name]);
  await expect(crumbs(page).getByRole('button', { name })).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveTitle(`${name} · Groups · Palisade`);
  // Even if the ancestors have been collapsed.
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await crumbs(page).getByRole('button', { name: 'EMEA' }).click();
  await expect(heading(page, 'EMEA')).toBeVisible();
  await expect(item(page, 'EMEA')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(heading(page, name)).toBeVisible();
  await expect(crumbs(page).getByRole('listitem')).toHaveText(['Groups', 'Default', 'EMEA', name]);
  // Without a selection, the tree shows the group that was open last.
  await crumbs(page).getByRole('link', { name: 'Groups' }).click();
  await expect(heading(page, name)).toBeVisible();
  await expect(crumbs(page).getByRole('listitem')).toHaveText(['Groups', 'Default', 'EMEA', name]);
});

test('finds and opens groups from a page that has not loaded them', async ({ page }) => {
  await page.goto('/jobs');
  await expect(heading(page, 'Jobs')).toBeVisible();
  await page.keyboard.press('Control+k');
  await palette(page).fill('northwind bank');
  await page
    .getByRole('option', { name: /Northwind Bank/ })
    .first()
    .click();
  await expect(heading(page, 'Northwind Bank')).toBeVisible();
  await expect(item(page, 'Northwind Bank').and(page.locator('[aria-selected=true]'))).toBeVisible();
});

test('acts on the selected group from the palette', async ({ page }) => {
  await page.goto('/jobs');
  await expect(heading(page, 'Jobs')).toBeVisible();
  const run = async (command: string) => {
    await page.keyboard.press('Control+k');
    await palette(page).fill(command);
    await page.keyboard.press('Enter');
  };
  await run('new group');
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await dialog('New subgroup of Default').getByLabel('Name').fill('Made by command');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(heading(page, 'Made by command')).toBeVisible();
  await run('edit made');
  await dialog('Edit Made by command').getByLabel('Name').fill('Renamed by command');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(heading(page, 'Renamed by command')).toBeVisible();
  await run('delete renamed');
  await dialog('Delete Renamed by command')
    .getByRole('button', { name: 'Delete Renamed by command' })
    .click();
  await expect(heading(page, 'Default')).toBeVisible();
  await expect(item(page, 'Renamed by command')).toBeHidden();
});

test('moves the focus in the tree to a group created there, which the next key acts on', async ({ page }) => {
  await page.goto('/groups/3');
  await item(page, 'Asia Pacific').focus();
  await page.keyboard.press('Insert');
  await page.getByRole('dialog').getByLabel('Name').fill('Made in the tree');
  await page.keyboard.press('Enter');
  await expect(item(page, 'Made in the tree')).toBeFocused();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Made in the tree' }).click();
  await expect(item(page, 'Asia Pacific')).toBeFocused();
});

test('focuses the heading of the pane that replaces the other on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/groups');
  await page.getByLabel('Filter groups').fill('asia');
  await expect(item(page, 'Asia Pacific')).toBeVisible();
  await page.getByLabel('Filter groups').press('Enter');
  await expect(heading(page, 'Asia Pacific')).toBeFocused();
  await page.getByRole('link', { name: 'Back to tree' }).click();
  await expect(heading(page, 'Groups')).toBeFocused();
});

test('creates, edits and deletes groups with keys in the tree', async ({ page }) => {
  await page.goto('/groups/3');
  await expect(heading(page, 'Asia Pacific')).toBeVisible();
  await item(page, 'Asia Pacific').focus();
  await page.keyboard.press('Insert');
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await expect(dialog('New subgroup of Asia Pacific')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(item(page, 'Asia Pacific')).toBeFocused();
  await page.keyboard.press('F2');
  await dialog('Edit Asia Pacific').getByLabel('Name').fill('Not saved');
  await page.keyboard.press('Escape');
  await dialog('Close without saving?').getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog('Edit Asia Pacific').getByLabel('Name')).toHaveValue('Not saved');
  await dialog('Edit Asia Pacific').getByRole('button', { name: 'Close' }).click();
  await dialog('Close without saving?').getByRole('button', { name: 'Discard changes' }).click();
  await expect(item(page, 'Asia Pacific')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(dialog('Delete Asia Pacific')).toBeVisible();
  await page.keyboard.press('Escape');
  // The Default group can't be deleted: the key does nothing.
  await page.keyboard.press('Home');
  await expect(item(page, 'Default')).toBeFocused();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Refresh' }).focus();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(dialog('New subgroup of Asia Pacific')).toBeVisible();
});

test('Back closes dialogs, and confirms first if something was typed', async ({ page }) => {
  await page.goto('/groups/1');
  await item(page, 'Asia Pacific').click();
  await expect(heading(page, 'Asia Pacific')).toBeVisible();
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const question = dialog('Close without saving?');
  await item(page, 'Asia Pacific').press('F2');
  const name = dialog('Edit Asia Pacific').getByLabel('Name');
  await name.fill('Not saved');
  await page.goBack();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Not saved');
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeHidden();
  // Going back again returns to the form. Each step is done once the URL is restored.
  for (const shown of [true, false]) {
    await page.goBack();
    await expect(question).toBeVisible({ visible: shown });
    await expect(page).toHaveURL(/groups\/3/);
  }
  await page.goBack();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog('Edit Asia Pacific')).toBeHidden();
  await expect(heading(page, 'Asia Pacific')).toBeVisible();
  await expect(page).toHaveURL(/groups\/3/);
  // No confirmation if nothing was typed.
  await item(page, 'Asia Pacific').press('Insert');
  await expect(dialog('New subgroup of Asia Pacific')).toBeVisible();
  await page.goBack();
  await expect(dialog('New subgroup of Asia Pacific')).toBeHidden();
  await page.getByRole('button', { name: 'Show jobs' }).click();
  await expect(dialog('Jobs')).toBeVisible();
  await page.goBack();
  await expect(dialog('Jobs')).toBeHidden();
  await expect(page).toHaveURL(/groups\/3/);
  await page.goBack();
  await expect(heading(page, 'EMEA')).toBeVisible();
});

test('disables actions while offline, and explains why', async ({ page, context }) => {
  await page.goto('/groups/3');
  await expect(page.getByRole('region', { name: 'API paths' })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByRole('alert')).toContainText('You are offline');
  for (const name of ['Refresh', 'New group', 'Edit', 'New subgroup', 'Delete']) {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAttribute('title', /^You’re offline/);
  }
  await page.getByRole('button', { name: 'New subgroup' }).click({ force: true });
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('status', { name: 'Connection' })).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'New subgroup' })).toBeEnabled();
});

test('keeps more open groups than fit into a URL', async ({ page }) => {
  const open = Array.from({ length: 1204 }, (_, id) => id.toString(36)).join('.');
  await page.goto(`/groups?open=${open}`);
  await item(page, 'Default').focus();
  await page.keyboard.press('ArrowDown');
  await expect(item(page, 'Americas')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(item(page, 'Americas')).toHaveAttribute('aria-expanded', 'false');
  expect(page.url().length).toBeLessThan(2_000);
  const check = async () => {
    await expect(item(page, 'Americas')).toHaveAttribute('aria-expanded', 'false');
    // ID 3 is the first that's omitted from the URL.
    await expect(item(page, 'Asia Pacific')).toHaveAttribute('aria-expanded', 'true');
  };
  await check();
  await page.reload();
  await check();
  await item(page, 'Asia Pacific').click();
  await expect(heading(page, 'Asia Pacific')).toBeVisible();
  await check();
  await page.goBack();
  await check();
});

test('resizes the tree by pointer and keyboard, and remembers its width', async ({ page }) => {
  await page.goto('/groups/1');
  const separator = page.getByRole('separator', { name: 'Width of the group tree' });
  const pane = page.getByRole('region', { name: 'Group tree' });
  const widthOf = async () => Math.round((await pane.boundingBox())?.width ?? 0);
  const before = await widthOf();
  await separator.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(widthOf).toBe(before + 20);
  const box = await separator.boundingBox();
  const x = (box?.x ?? 0) + 4;
  await page.mouse.move(x, 400);
  await page.mouse.down();
  await page.mouse.move(x + 60, 400, { steps: 5 });
  await page.mouse.up();
  await expect.poll(widthOf).toBe(before + 80);
  await page.reload();
  await expect.poll(widthOf).toBe(before + 80);
});

test('explains a permission error without a reload', async ({ page, signInAs }) => {
  await signInAs('guest');
  await page.goto('/groups');
  await page.evaluate("globalThis.kept = 'yes'");
  await page.getByRole('alert').getByRole('link', { name: 'Why is this not allowed?' }).click();
  await expect(page).toHaveURL(/\/access\/can\?feature=group&privilege=ro$/);
  expect(await page.evaluate('globalThis.kept')).toBe('yes');
});
