import type { Page } from '@playwright/test';
import { expect, heading, test } from './fixtures.ts';
import { palette } from './palette.ts';

const tree = (page: Page) => page.getByRole('tree', { name: 'Groups' });
const item = (page: Page, name: string) => tree(page).getByRole('treeitem', { name });
const selected = (page: Page) => tree(page).getByRole('treeitem', { selected: true });
const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' });

test.beforeEach(async ({ signInAs }) => signInAs('admin'));

test('the tree stays in sync with the address', async ({ page }) => {
  await test.step('with more open groups than a URL has space for', async () => {
    const open = Array.from({ length: 1204 }, (_, id) => id.toString(36)).join('.');
    await page.goto(`/groups/4?open=${open}`);
    const path = ['Groups', 'Default', 'EMEA', 'Acme Logistics'];
    await expect(crumbs(page).getByRole('listitem')).toHaveText(path);
    await expect(crumbs(page).getByRole('button', { name: 'Acme Logistics' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page).toHaveTitle('Acme Logistics · Groups · Palisade');
  });

  const check = async () => {
    await expect(item(page, 'Americas')).toHaveAttribute('aria-expanded', 'false');
    // ID 3 is the first that's omitted from the URL.
    await expect(item(page, 'Asia Pacific')).toHaveAttribute('aria-expanded', 'true');
  };
  await test.step('after a reload', async () => {
    await selected(page).press('Home');
    await page.keyboard.press('ArrowDown');
    await expect(item(page, 'Americas')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(item(page, 'Americas')).toHaveAttribute('aria-expanded', 'false');
    expect(page.url().length).toBeLessThan(2_000);
    await check();
    await page.reload();
    await expect(heading(page, 'Acme Logistics')).toBeVisible();
    await expect(selected(page)).toContainText('Acme Logistics');
    await selected(page).press('Home');
    await check();
  });

  await test.step('with Back', async () => {
    await item(page, 'Asia Pacific').click();
    await expect(heading(page, 'Asia Pacific')).toBeVisible();
    await check();
    await page.goBack();
    await expect(heading(page, 'Acme Logistics')).toBeVisible();
    await selected(page).press('Home');
    await check();
  });
});

test('groups are changed with the keyboard', async ({ page }) => {
  await page.goto('/groups/1');
  await item(page, 'Asia Pacific').click();
  await expect(heading(page, 'Asia Pacific')).toBeVisible();
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const question = dialog('Close without saving?');

  await test.step('F2 edits; Back asks before it closes the form', async () => {
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
  });

  await test.step('Insert creates a subgroup', async () => {
    // The focus moves to a group that was created in the tree: the next key acts on it.
    await item(page, 'Asia Pacific').focus();
    await page.keyboard.press('Insert');
    await dialog('New subgroup of Asia Pacific').getByLabel('Name').fill('Made in the tree');
    await page.keyboard.press('Enter');
    await expect(item(page, 'Made in the tree')).toBeFocused();
  });

  await test.step('Delete deletes it', async () => {
    await page.keyboard.press('Delete');
    await dialog('Delete Made in the tree').getByRole('button', { name: 'Delete Made in the tree' }).click();
    await expect(page.getByText('Made in the tree deleted')).toBeVisible();
    await expect(item(page, 'Asia Pacific')).toBeFocused();
  });

  await test.step("the Default group can't be deleted", async () => {
    // The Default group can't be deleted: the key does nothing.
    await page.keyboard.press('Home');
    await expect(item(page, 'Default')).toBeFocused();
    await page.keyboard.press('Delete');
  });

  await test.step('N creates a subgroup from anywhere', async () => {
    await page.getByRole('button', { name: 'Refresh' }).focus();
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(dialog('New subgroup of Asia Pacific')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});
