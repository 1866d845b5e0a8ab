/** The group tree in Chromium: p95 of the times until the next paint. `--sizes 1000,100000` sets the numbers of groups; the first is the baseline. */
import type { Page } from '@playwright/test';
import { checkLimits, option, quantile, show, type Figures } from '../harness/measure.ts';
import { inPage, keyTime, launchBrowser, longestTask, visit } from '../harness/pages.ts';
import { seededProduct, shapes, type Shape } from '../harness/seed.ts';

const letters = Array.from('group 123');
const downwards = Array.from({ length: 60 }, () => 'ArrowDown');

export async function run(): Promise<void> {
  const browser = await launchBrowser();
  for (const shape of Object.keys(shapes) as Shape[]) {
    const rows: Record<string, Figures> = {};
    for (const groups of option('sizes', '1000,10000,100000').split(',').map(Number)) {
      const gateway = await seededProduct({ shape, groups });
      const total = `text=/^${(groups + 1).toLocaleString('en')} groups$/`;
      const measure = async (page: Page) => {
        await longestTask(page);
        await page.getByRole('treeitem').first().click();
        const key = await keyTime(page, downwards);
        await page.getByRole('textbox', { name: 'Filter groups' }).focus();
        const letter = await keyTime(page, [...letters, ...letters.map(() => 'Backspace')]);
        await page.getByRole('button', { name: 'Actions for all groups' }).click();
        await page.getByRole('menuitem', { name: 'Expand all' }).click();
        const expand = Math.max(0, ...(await inPage<number[]>(page, 'takeInteractions')));
        const frame = quantile(await inPage<number[]>(page, 'scroll'), 0.95);
        const figures = { key, letter, expand, frame, 'longest task': await longestTask(page) };
        return { ...figures, ...(await inPage<Figures>(page, 'weight')) };
      };
      const name = `${groups.toLocaleString('en')} groups`;
      rows[name] = await visit(browser, gateway, '/groups', total, measure);
      await gateway.stop();
    }
    show(shape, rows);
    for (const [name, figures] of Object.entries(rows)) checkLimits(name, figures, { 'longest task': 50 });
  }
}
