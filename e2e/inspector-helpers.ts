import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';

/** The panel below the page. */
export const inspector = (page: Page) => page.getByRole('region', { name: 'Request inspector' });
/** The list of calls. */
export const calls = (page: Page) => inspector(page).getByRole('listbox', { name: 'Calls' });
/** The calls in the list, latest first. */
export const rows = (page: Page) => calls(page).getByRole('option');
/** The selected call. */
export const detail = (page: Page) => inspector(page).getByRole('article');
/** What the selected call sent, or what came back. */
export const body = (page: Page, of: 'Request' | 'Response') =>
  detail(page).getByLabel(`${of} body`, { exact: true });

/** Opens the inspector by its shortcut. */
export async function openInspector(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+I');
  await expect(inspector(page)).toBeVisible();
}

/** Clicks a button that saves a file, and reads that. */
export async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    inspector(page).getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

/** Copies the selected call in one of the ways that its menu offers. */
export async function copiedAs(page: Page, way: string): Promise<string> {
  await page.evaluate("navigator.clipboard.writeText('')");
  // For a moment after it was used, the button says that it has copied.
  await detail(page)
    .getByRole('button', { name: /^(Copy as…|Copied)$/ })
    .click();
  await page.getByRole('menuitem', { name: way }).click();
  const text = () => page.evaluate<string>('navigator.clipboard.readText()');
  await expect.poll(text).not.toBe('');
  return text();
}
