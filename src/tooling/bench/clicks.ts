/** Clicks in the sidebar, and writes and letters in a long tree. `--sizes 2000,100000` sets the numbers of groups; the first is the baseline. */
import type { Page } from '@playwright/test';
import { checkLimits, option, quantile, show, type Figures } from '../harness/measure.ts';
import { inPage, launchBrowser, longestTask, visit } from '../harness/pages.ts';
import { seededProduct } from '../harness/seed.ts';

const links = [['Overview'], ['OIDC providers'], ['Jobs'], ['Activity', 'Sign-ins']] as const;
const limits = { rename: 200, 'longest task': 50, click: 50 };

/** The times from pressing each link to the heading of its page; the first time counts only as a warm-up. */
async function clickTimes(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= 5; round += 1)
    for (const [name, title = name] of links) {
      const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
      await link.hover();
      await inPage(page, 'expectHeading', title);
      await link.click();
      const time = await inPage<number>(page, 'takeShown');
      if (round > 0) times.push(time);
      await page.waitForLoadState('networkidle');
    }
  return times;
}

/** Renames the group that's shown. @returns the time from the response until its row has the new name */
async function renameTime(page: Page, name: string): Promise<number> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await answered;
  const start = performance.now();
  await page.getByRole('treeitem', { name }).waitFor();
  return performance.now() - start;
}

export async function run(): Promise<void> {
  const browser = await launchBrowser();
  const rows: Record<string, Figures> = {};
  for (const groups of option('sizes', '2000,100000').split(',').map(Number)) {
    const gateway = await seededProduct({ groups, users: 200 });
    const total = `text=/^${(groups + 1).toLocaleString('en')} groups$/`;
    rows[`${groups} groups`] = await visit(browser, gateway, '/groups/2', total, async (page) => {
      await longestTask(page);
      const rename = await renameTime(page, 'Renamed');
      await page
        .getByRole('textbox', { name: 'Filter groups' })
        .pressSequentially('group 12', { delay: 100 });
      await page.waitForTimeout(1_000);
      const task = await longestTask(page);
      return { rename, 'longest task': task, click: quantile(await clickTimes(page), 0.75) };
    });
    await gateway.stop();
  }
  show('A rename and clicks (p75) until they show, and the longest task while renaming and typing', rows);
  for (const [name, figures] of Object.entries(rows)) checkLimits(name, figures, limits);
}
