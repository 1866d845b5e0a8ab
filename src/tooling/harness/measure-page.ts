import { openPage, inPage, pagesCpu } from './browser-page.mjs';
import { cpuOf, quantile } from './measure.ts';

export type Page = Awaited<ReturnType<typeof openPage>>;
type Browser = Parameters<typeof openPage>[0];

/** Opens an address of a gateway, or of another server, and waits until it's shown. */
export async function openMeasured(
  browser: Browser,
  gateway: { url: string; pid: number } | undefined,
  address: string,
  isShown: (page: Page, elapsed: () => number) => Promise<unknown>,
) {
  const page = await openPage(browser, gateway?.url);
  let requests = 0;
  page.on('request', (request) => (requests += request.url().includes('/api/') ? 1 : 0));
  const cpus = async () => [await pagesCpu(browser), gateway ? cpuOf(gateway.pid) : 0] as const;
  const [before, start] = [await cpus(), performance.now()];
  await page.goto(address);
  const elapsed = () => performance.now() - start;
  await isShown(page, elapsed);
  const wall = elapsed();
  const [pageCpu, gatewayCpu] = await cpus();
  await page.waitForLoadState('networkidle', { timeout: 120_000 });
  const figures = { wall, 'page CPU': pageCpu - before[0], 'gateway CPU': gatewayCpu - before[1], requests };
  return { page, figures };
}

/** The p95 of what a function of `in-page.mjs` measures. */
export async function p95(page: Page, name: string, given?: unknown): Promise<number> {
  return quantile(await inPage(page, name, given), 0.95);
}
