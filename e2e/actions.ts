import type { Page } from '@playwright/test';

/** The input of the command palette. */
export const palette = (page: Page) => page.getByRole('combobox', { name: 'Search or run a command' });

/** Runs the first command that the palette finds. */
export async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).fill(command);
  await page.keyboard.press('Enter');
}

/** Opens a page by the navigation. */
export const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();

/** Signs in on the sign-in page. */
export async function signIn(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs out by the menu of the signed-in user. */
export async function signOut(page: Page, user = 'User admin'): Promise<void> {
  await page.getByRole('button', { name: user, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}
