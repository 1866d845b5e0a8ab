import type { Page } from '@playwright/test';
import { expect, expectAccessible, heading, passwordOf, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { endSessionAt } from './gateway.ts';
import { createByHand, field, save } from './oidc-helpers.ts';

test.beforeEach(async ({ signInAs }) => signInAs('admin'));

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User admin' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

async function signInAgain(page: Page): Promise<void> {
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password').fill(passwordOf('admin'));
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again).toBeHidden();
}

/** Records the browser's own questions before leaving a page, and stays on it. */
function recordPrompts(page: Page): string[] {
  const prompts: string[] = [];
  page.on('dialog', (prompt) => {
    prompts.push(prompt.type());
    void prompt.dismiss();
  });
  return prompts;
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Sign out without saving?' });
const signInPage = (page: Page) => page.getByRole('heading', { name: 'Sign in to Palisade' });

test('asks before signing out loses changes in this tab', async ({ page }) => {
  const prompts = recordPrompts(page);
  await page.goto('/oidc/new');
  await field(page, 'Name').fill('Half done');
  await signOut(page);
  await expect(question(page)).toContainText('Your unsaved changes');
  await expectAccessible(page);
  await question(page).getByRole('button', { name: 'Stay signed in' }).click();
  await expect(field(page, 'Name')).toHaveValue('Half done');
  await signOut(page);
  await question(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(signInPage(page)).toBeVisible();
  expect(prompts).toEqual([]);
});

test('asks before signing out loses changes in another tab', async ({ page, context }) => {
  const prompts = recordPrompts(page);
  await page.goto('/groups/4');
  await page.getByRole('button', { name: 'New subgroup' }).click();
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.pressSequentially('Half done');
  const other = await context.newPage();
  await other.goto('/access');
  await signOut(other);
  await expect(question(other)).toContainText('Another tab has unsaved changes');
  await question(other).getByRole('button', { name: 'Stay signed in' }).click();
  await expect(name).toHaveValue('Half done');

  await signOut(other);
  await question(other).getByRole('button', { name: 'Sign out' }).click();
  await expect(signInPage(other)).toBeVisible();
  await expect(signInPage(page)).toBeVisible();
  expect(prompts).toEqual([]);
});

test('asks before signing out in another tab loses an API key', async ({ page, context }) => {
  await page.goto('/access');
  await page.getByRole('button', { name: 'New API key' }).click();
  const key = page.getByRole('dialog', { name: 'New API key' });
  await key.getByLabel('Name').fill(fresh('Never copied'));
  await key.getByRole('button', { name: 'Create API key' }).click();
  await expect(key.getByRole('status')).toContainText('Copy this key now');
  const other = await context.newPage();
  await other.goto('/access');
  await signOut(other);
  const asked = other.getByRole('dialog', { name: 'Sign out without copying the key?' });
  await expect(asked).toHaveText(/Another tab shows a new API key that hasn’t been copied/);
  await asked.getByRole('button', { name: 'Sign out' }).click();
  await expect(signInPage(page)).toBeVisible();
});

test('signs out without asking once the changes are saved or discarded', async ({ page }) => {
  await page.goto('/groups/4');
  await page.getByRole('button', { name: 'New subgroup' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Never created');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await signOut(page);
  await expect(signInPage(page)).toBeVisible();
});

test('sends a dialog again after signing in in place', async ({ page, apiAs }) => {
  const name = fresh('Created after all');
  await page.goto('/groups/4');
  await page.getByRole('button', { name: 'New subgroup' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await endSessionAt(await apiAs('admin'), 'createSubGroup');
  await page.getByRole('button', { name: 'Create group' }).click();
  await signInAgain(page);
  const problem = page.getByRole('dialog').getByRole('alert');
  await expect(problem).toContainText('Your session had ended');
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, name)).toBeVisible();
});

test('sends a provider again after signing in in place', async ({ page, apiAs }) => {
  const api = await apiAs('admin');
  const { id } = await createByHand(api, fresh('Saved after all'));
  await page.goto(`/oidc/${id}`);
  await field(page, 'Client ID').fill('changed');
  await endSessionAt(api, 'updateOidcOp');
  await save(page).click();
  await signInAgain(page);
  const problems = page.getByRole('alert', { name: 'Problems' });
  await expect(problems).toContainText('Your session had ended');
  await problems.getByRole('button', { name: 'Try again' }).click();
  await expect(problems).toBeHidden();
  await page.reload();
  await expect(field(page, 'Client ID')).toHaveValue('changed');
});
