/** The group tree in Chromium. `--sizes 1000,100000` sets the numbers of groups; the first is the baseline. */
import type { Page } from '@playwright/test';
import { option, show, type Figures } from '../harness/measure.ts';
import { inPage, launchBrowser, p95, visit } from '../harness/pages.ts';
import { seededProduct, shapes, type Shape } from '../harness/seed.ts';

const texts = ['g', 'gr', 'gro', 'grou', 'group', 'group ', 'group 1', 'group 12', 'group 123', 'site 9'];

export async function run(): Promise<void> {
  const browser = await launchBrowser();
  for (const shape of Object.keys(shapes) as Shape[]) {
    const rows: Record<string, Figures> = {};
    for (const groups of option('sizes', '1000,10000,100000').split(',').map(Number)) {
      const gateway = await seededProduct({ shape, groups });
      const isComplete = async (page: Page) => {
        const total = page.getByText(`${(groups + 1).toLocaleString('en')} groups`, { exact: true });
        await total.waitFor({ timeout: 120_000 });
        await page.getByRole('progressbar').waitFor({ state: 'hidden', timeout: 120_000 });
      };
      const measure = async (page: Page) => ({
        'expand all': await inPage<number>(page, 'expandAll'),
        'key p95': await p95(page, 'keyPresses'),
        'frame p95': await p95(page, 'scrollFrames'),
        ...(await inPage<Figures>(page, 'weight')),
        'letter p95': await p95(page, 'filterLetters', { label: 'Filter groups', texts }),
      });
      rows[`${groups.toLocaleString('en')} groups`] = await visit(
        browser,
        gateway,
        '/groups',
        isComplete,
        measure,
      );
      await gateway.stop();
    }
    show(shape, rows);
  }
}
