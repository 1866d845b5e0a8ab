import type { Page } from '@playwright/test';
import { expect, heading, test } from '../fixtures.ts';
import { deleteInPage, subtree } from '../jobs.ts';
import { palette } from '../palette.ts';

/**
 * Translates the page as Chrome does: puts elements in place of text nodes, now and after each change, except in elements that
 * ask for no translation. The words stay the same, so that stale texts are noticed.
 */
const translatePage = `
  const translate = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement.closest('font, [translate="no"], script, style')) continue;
      const font = document.createElement('font');
      font.appendChild(document.createElement('font')).textContent = text.data;
      text.replaceWith(font);
    }
  };
  document.addEventListener('DOMContentLoaded', () => {
    const changes = { childList: true, characterData: true, subtree: true };
    new MutationObserver(translate).observe(document.body, changes);
    translate();
  });`;

/** Fails if the page reports an error, and translates every page from now on. */
async function translated(page: Page): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.addInitScript(translatePage);
  return errors;
}

test('groups can be managed on a translated page', async ({ context, signInAs, apiAs }) => {
  await signInAs('admin');
  const api = await apiAs('admin');
  const created = await api.post('/api/groups', { data: { data: { name: 'Übersetzt', description: '' } } });
  const { group_resource: path } = (await created.json()) as { group_resource: string };
  const page = await context.newPage();
  const errors = await translated(page);
  await page.goto('/groups');
  const filter = page.getByRole('textbox', { name: 'Filter groups' });
  const status = page.getByRole('status').filter({ hasText: /group/ });

  await test.step('filtered', async () => {
    await expect(page.locator('font').first()).toBeAttached();
    for (const text of ['E', 'EM', 'EMEA', 'EMEA x', 'EMEA']) await filter.fill(text);
    await expect(status.first()).toContainText(/of/);
    await filter.fill('no such group');
    await expect(status.first()).toContainText('No groups match this filter.');
    await filter.fill('Übersetzt');
    await expect(page.getByRole('treeitem', { name: /Übersetzt/ })).toBeVisible();
    await expect(page.getByRole('tree').locator('font font', { hasText: 'Übersetzt' })).toHaveCount(0);
  });

  const dialog = page.getByRole('dialog');
  await test.step('renamed', async () => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog.getByLabel('Name').fill('Translated');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(heading(page, 'Translated')).toBeVisible();
  });

  await test.step('deleted by a job that reaches its end', async () => {
    await deleteInPage(page, await subtree(api, 30));
    await page.getByRole('button', { name: /^Show jobs/ }).click();
    await expect(dialog.getByText('Deleted 31 groups')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('found by the palette', async () => {
    await page.keyboard.press('Control+k');
    for (const text of ['EM', 'EMEA', 'jobs']) await palette(page).fill(text);
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Jobs')).toBeVisible();
  });

  expect(errors).toEqual([]);
  await page.close();
});
