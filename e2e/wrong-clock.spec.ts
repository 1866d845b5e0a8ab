import type { Page } from '@playwright/test';
import { expect, heading, test } from './fixtures.ts';
import { startJob } from './jobs.ts';

const hour = 3_600_000;

/** A page in a browser whose clock is off. */
async function setClock(page: Page, milliseconds: number): Promise<void> {
  await page.addInitScript(`
    window.clockOffset = ${milliseconds};
    window.Date = class extends Date {
      constructor(...given) {
        if (given.length === 0) super(Date.now());
        else super(...given);
      }
      static now() {
        return performance.timeOrigin + performance.now() + clockOffset;
      }
    };`);
}

for (const [offset, words] of [
  [3 * hour, '3 hours ahead'],
  [-26 * hour, '26 hours behind'],
] as const)
  test(`this computer's clock is ${words}`, async ({ context, signInAs, apiAs }) => {
    await signInAs('admin');
    const api = await apiAs('admin');
    const page = await context.newPage();
    await setClock(page, offset);
    await page.goto('/jobs');

    await test.step('which the console says', async () => {
      await expect(page.getByText(`This computer's clock is ${words}`)).toBeVisible();
    });

    await test.step('jobs are followed to their end', async () => {
      await page.getByLabel('Follow a job by its path').fill(await startJob(api));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main').getByText('Completed').first()).toBeVisible();
    });

    await test.step('ages are those of the service', async () => {
      await page.goto('/activity?period=hour');
      await expect(heading(page, 'Sign-ins')).toBeVisible();
      const first = page.getByRole('row').nth(1);
      await expect(first).toContainText(/just now|\d+ s ago|\d+ min ago/);
    });
    await page.close();
  });

test("this computer's clock is set back", async ({ context, signInAs, apiAs }) => {
  await signInAs('admin');
  const api = await apiAs('admin');
  const page = await context.newPage();
  await setClock(page, 0);
  await page.goto('/jobs');
  await expect(heading(page, 'Jobs')).toBeVisible();
  await page.evaluate(`clockOffset = ${-5 * hour}`);

  await test.step('jobs are followed to their end', async () => {
    await page.getByLabel('Follow a job by its path').fill(await startJob(api));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main').getByText('Completed').first()).toBeVisible();
    await expect(page.getByText("This computer's clock is 5 hours behind")).toBeVisible();
  });

  await test.step('lists are read again', async () => {
    const users = page.getByRole('link', { name: 'Users' });
    await page.getByRole('link', { name: 'Access' }).first().click();
    await users.first().click();
    await expect(heading(page, 'Users')).toBeVisible();
    await page.getByRole('link', { name: 'Jobs' }).first().click();
    await page.evaluate(`clockOffset = ${-9 * hour}`);
    await Promise.all([
      page.waitForRequest((request) => request.url().includes('/api/users')),
      (async () => {
        await page.getByRole('link', { name: 'Access' }).first().click();
        await users.first().click();
      })(),
    ]);
  });
  await page.close();
});
