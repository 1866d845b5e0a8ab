import type { Page } from '@playwright/test';

/** The input of the command palette. */
export const palette = (page: Page) => page.getByRole('combobox', { name: 'Search or run a command' });

/** Opens the palette and searches for a text. */
export async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).fill(text);
}
