import type { Page } from '@playwright/test';
import { dialog } from './access-helpers.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { field } from './oidc-helpers.ts';

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User admin' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** Records the browser's own questions before leaving a page, and stays on it. */
function recordPrompts(page: Page, prompts: string[]): void {
  page.on('dialog', (prompt) => {
    prompts.push(prompt.type());
    void prompt.dismiss();
  });
}

const signInPage = (page: Page) => page.getByRole('heading', { name: 'Sign in to Palisade' });
const stay = (question: ReturnType<typeof dialog>) =>
  question.getByRole('button', { name: 'Stay signed in' }).click();

test('asks before signing out loses anything', async ({ page, context, signInAs }) => {
  await signInAs('admin');
  const prompts: string[] = [];
  recordPrompts(page, prompts);

  await test.step('a new API key', async () => {
    await page.goto('/access');
    await page.getByRole('button', { name: 'New API key' }).click();
    await dialog(page).getByLabel('Name').fill(fresh('Never copied'));
    await dialog(page).getByRole('button', { name: 'Create API key' }).click();
    await expect(dialog(page).getByRole('status')).toContainText('Copy this key now');
  });

  const other = await context.newPage();
  await test.step('an API key in another tab', async () => {
    recordPrompts(other, prompts);
    await other.goto('/oidc/new');
    await signOut(other);
    const losesKey = other.getByRole('dialog', { name: 'Sign out without copying the key?' });
    await expect(losesKey).toHaveText(/Another tab shows a new API key that hasn't been copied/);
    await expectAccessible(other);
    await stay(losesKey);
  });

  const losesChanges = (tab: Page) => tab.getByRole('dialog', { name: 'Sign out without saving?' });
  await test.step('changes in this tab', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close without copying' }).click();
    await expect(dialog(page)).toBeHidden();
    await field(other, 'Name').fill('Half done');
    await signOut(other);
    await expect(losesChanges(other)).toContainText('Your unsaved changes');
    // What was closed is no longer lost.
    await expect(losesChanges(other)).not.toContainText('API key');
    await stay(losesChanges(other));
    await expect(field(other, 'Name')).toHaveValue('Half done');
  });

  await test.step('changes in another tab', async () => {
    await signOut(page);
    await expect(losesChanges(page)).toContainText('Another tab has unsaved changes');
    await stay(losesChanges(page));
    await expect(field(other, 'Name')).toHaveValue('Half done');
    await signOut(page);
  });

  await test.step('signs out in every tab', async () => {
    await losesChanges(page).getByRole('button', { name: 'Sign out' }).click();
    await expect(signInPage(page)).toBeVisible();
    await expect(signInPage(other)).toBeVisible();
    expect(prompts).toEqual([]);
  });
});
