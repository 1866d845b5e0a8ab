import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { field } from './oidc-helpers.ts';

const result = (page: Page) => page.getByRole('status', { name: 'Result of the expression' });
/** Starts a timer in the page. @returns how often it has fired so far; it stops in a frozen page */
async function startTimer(page: Page): Promise<() => Promise<number>> {
  await page.evaluate('globalThis.ticks = 0; setInterval(() => { globalThis.ticks += 1; }, 20)');
  return () => page.evaluate<number>('globalThis.ticks');
}

test('evaluates an endless expression without freezing the page', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/oidc/new');
  await page.getByText('Claims playground').click();
  await field(page, 'ID token').fill(JSON.stringify({ sub: 'ann', email: 'ann@acme.example' }));
  await field(page, 'Username expression').fill("split(email, '@')[0]");
  await expect(result(page)).toContainText('ann from the ID token');
  const ticks = await startTimer(page);
  const before = await ticks();
  await field(page, 'Username expression').fill(`@${' | [@,@][]'.repeat(28)}`);
  await expect(result(page)).toContainText(/takes too long to evaluate/);
  await expect.poll(ticks).toBeGreaterThan(before + 5);
  await field(page, 'Username expression').fill('upper(sub)');
  await expect(result(page)).toContainText('ANN from the ID token');
});
