/** The group tree in Chromium, beside a minimal virtual list and Mantine's own tree. `--sizes 1000,100000` sets the numbers of groups. */
import { createServer } from 'vite';
import { inPage, launchBrowser } from '../harness/browser-page.mjs';
import { openMeasured, p95 } from '../harness/measure-page.ts';
import { option, show, type Figures } from '../harness/measure.ts';
import { seededGateway, shapes, type Shape } from '../harness/seed.ts';

const texts = ['g', 'gr', 'gro', 'grou', 'group', 'group ', 'group 1', 'group 12', 'group 123', 'site 9'];

export async function run(): Promise<void> {
  const browser = await launchBrowser();
  const vite = await createServer({
    configFile: false,
    root: 'src/tooling/harness',
    logLevel: 'error',
    server: { port: 0 },
  });
  await vite.listen();

  /** Measures until everything is shown, keys, scrolling and memory. */
  const measure = async (address: string, gateway?: { url: string; pid: number }, groups = 0) => {
    let firstRows = 0;
    const { page, figures } = await openMeasured(browser, gateway, address, async (opened, elapsed) => {
      await opened.getByRole('treeitem').first().waitFor();
      firstRows = elapsed();
      const total = opened.getByText(`${(groups + 1).toLocaleString('en')} groups`, { exact: true });
      if (gateway) await total.waitFor({ timeout: 120_000 });
      await opened.getByRole('progressbar').waitFor({ state: 'hidden', timeout: 120_000 });
      await inPage(opened, 'nextFrame');
    });
    const letter = { label: 'Filter groups', texts };
    const measured = {
      'first rows': firstRows,
      ...figures,
      ...(!address.includes('minimal') && { 'expand all': await inPage(page, 'expandAll') }),
      'key p95': await p95(page, 'keyPresses'),
      'frame p95': await p95(page, 'scrollFrames'),
      ...(await inPage(page, 'weight')),
      ...(gateway && { 'letter p95': await p95(page, 'filterLetters', letter) }),
    } as Figures;
    await page.context().close();
    return measured;
  };

  const bySize = new Map<number, Record<string, Figures>>();
  for (const groups of option('sizes', '1000,10000,100000').split(',').map(Number)) {
    const baseline = (kind: string) =>
      measure(`${vite.resolvedUrls?.local[0]}baseline.html?kind=${kind}&size=${groups}`);
    const rows: Record<string, Figures> = { 'minimal virtual list': await baseline('minimal') };
    if (groups <= 10_000) rows["Mantine's own tree"] = await baseline('mantine');
    for (const shape of Object.keys(shapes) as Shape[]) {
      const gateway = await seededGateway({ shape, groups });
      rows[shape] = await measure('/groups', gateway, groups);
      await gateway.stop();
    }
    show(`${groups.toLocaleString('en')} groups`, rows);
    bySize.set(groups, rows);
  }
  for (const shape of Object.keys(shapes))
    show(
      shape,
      Object.fromEntries([...bySize].map(([groups, rows]) => [`${groups} groups`, rows[shape] ?? {}])),
    );
}
