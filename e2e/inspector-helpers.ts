import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';

/** The panel below the page. */
export const inspector = (page: Page) => page.getByRole('region', { name: 'Request inspector' });
/** The list of calls. */
export const calls = (page: Page) => inspector(page).getByRole('listbox', { name: 'Calls' });
/** The calls in the list, newest first. */
export const rows = (page: Page) => calls(page).getByRole('option');
/** The selected call. */
export const detail = (page: Page) => inspector(page).getByRole('article');
/** The selected call's request or response body. */
export const body = (page: Page, of: 'Request' | 'Response') =>
  detail(page).getByLabel(`${of} body`, { exact: true });

/** Opens the inspector by its shortcut. */
export async function openInspector(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+I');
  await expect(inspector(page)).toBeVisible();
}

/** Clicks a button that saves a file, and reads the file. */
export async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    inspector(page).getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

/** Copies the selected call in a format of its menu. */
export async function copiedAs(page: Page, way: string): Promise<string> {
  await page.evaluate("navigator.clipboard.writeText('')");
  // After copying, the button briefly has another name.
  await detail(page)
    .getByRole('button', { name: /^(Copy as…|Copied)$/ })
    .click();
  await page.getByRole('menuitem', { name: way }).click();
  const text = () => page.evaluate<string>('navigator.clipboard.readText()');
  await expect.poll(text).not.toBe('');
  return text();
}
