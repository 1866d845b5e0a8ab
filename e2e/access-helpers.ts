import type { Page } from '@playwright/test';

/** The open dialog. */
export const dialog = (page: Page) => page.getByRole('dialog');

/** Chooses from a list that can be searched. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).first().click();
}
