import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { field } from './oidc-helpers.ts';

const result = (page: Page) => page.getByRole('status', { name: 'Result of the expression' });
/** Which limit such an expression hits first depends on the browser. */
const tooMuch = /takes too long to evaluate|Couldn't evaluate this expression here|fails: /;

/** Starts a timer in the page. @returns how often it has fired so far; it stops in a frozen page */
async function startTimer(page: Page): Promise<() => Promise<number>> {
  await page.evaluate('globalThis.ticks = 0; setInterval(() => { globalThis.ticks += 1; }, 20)');
  return () => page.evaluate<number>('globalThis.ticks');
}

test('evaluates an endless expression without freezing the page', async ({ page, signInAs }) => {
  await signInAs('admin');
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text());
  });
  await page.goto('/oidc/new');
  await page.getByText('Claims playground').click();
  await field(page, 'ID token').fill(JSON.stringify({ sub: 'ann', email: 'ann@acme.example' }));
  await field(page, 'Username expression').fill("split(email, '@')[0]");
  await expect(result(page)).toContainText('ann from the ID token');
  const ticks = await startTimer(page);
  for (const [hostile, sentence] of [
    [`@${' | [@,@][]'.repeat(28)}`, /takes too long to evaluate/],
    ["pad_left('a',`500000000`,'x')|length(@)", tooMuch],
  ] as const) {
    const before = await ticks();
    await field(page, 'Username expression').fill(hostile);
    await expect(result(page)).toContainText(sentence);
    await expect.poll(ticks).toBeGreaterThan(before + 5);
    // The next expressions are evaluated, with or without a worker.
    await field(page, 'Username expression').fill('sub');
    await expect(result(page)).toContainText('ann from the ID token');
    await field(page, 'Username expression').fill('upper(sub)');
    await expect(result(page)).toContainText('ANN from the ID token');
  }
  expect(blocked).toEqual([]);
});
