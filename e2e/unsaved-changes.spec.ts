import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
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

test('asks before signing out loses changes', async ({ page, context, signInAs }) => {
  await signInAs('admin');
  const prompts: string[] = [];
  recordPrompts(page, prompts);

  const other = await context.newPage();
  recordPrompts(other, prompts);
  for (const tab of [page, other]) {
    await tab.goto('/oidc/new');
    await field(tab, 'Name').fill('Half done');
  }
  const question = page.getByRole('dialog', { name: 'Sign out without saving?' });
  await test.step('asks', async () => {
    await signOut(page);
    await expect(question).toContainText('Your unsaved changes');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(field(page, 'Name')).toHaveValue('Half done');
  });

  await test.step('signs out in every tab', async () => {
    await signOut(page);
    await question.getByRole('button', { name: 'Sign out' }).click();
    await expect(signInPage(page)).toBeVisible();
    await expect(signInPage(other)).toBeVisible();
    expect(prompts).toEqual([]);
  });
});
