/** First visits on a slow phone: with an empty cache, then twice again with a warm one, beside a plain page of the same bytes. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { check, checkLimits, inTurns, show, type Figures } from '../harness/measure.ts';
import { pagesCpu } from '../browsers.ts';
import { inPage, launchBrowser, openPage, slowDown, transfers } from '../harness/pages.ts';
import { seededProduct } from '../harness/seed.ts';

const pages = ['/', '/activity', '/groups', '/oidc', '/access/users'];
const limits = { 'times a plain page': 2.4, warm: 900, 'layout shift': 0.02 };

/** What the last of our pages has transferred. */
let kilobytes = 0;

/** A page with one script, which shows the content. */
const plain = createServer(({ url }, response) => {
  const isScript = url === '/script.js';
  response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
  const script = `document.body.innerHTML = '<div id=root><main><h1>Shown</h1></main></div>'`;
  if (isScript) response.end(`${script}; // ${randomBytes(kilobytes * 500).toString('hex')}`);
  else response.end('<!doctype html><body><script src="/script.js" defer></script>');
});

export async function run(): Promise<void> {
  const { url } = await seededProduct({ groups: 1_000, users: 200 });
  await once(plain.listen(0, '127.0.0.1'), 'listening');
  const plainUrl = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/`;
  const visit = async (address: string, signedIn = true): Promise<Figures> => {
    const browser = await launchBrowser();
    const page = await openPage(browser, url);
    if (!signedIn) await page.context().clearCookies();
    await slowDown(page);
    const open = async () => {
      await page.goto(address, { waitUntil: 'networkidle' });
      return inPage<number>(page, 'contentShown');
    };
    const [content, CPU] = [await open(), await pagesCpu(browser)];
    const shift = await inPage<number>(page, 'layoutShift');
    const figures = { content, 'page CPU': CPU, ...(await transfers(page)), 'layout shift': shift };
    if (address !== plainUrl) kilobytes = figures.kB;
    // Browsers keep compiled scripts from the second visit on (https://v8.dev/blog/code-caching-for-devs).
    Object.assign(figures, { second: await open(), warm: await open() });
    await browser.close();
    return figures;
  };
  const results = await inTurns({
    'sign-in': () => visit('/sign-in', false),
    '/ without a session': () => visit('/', false),
    ...Object.fromEntries(pages.map((address) => [address, () => visit(address)])),
    'plain page': () => visit(plainUrl),
  });
  show('Content on a slow phone: 1.6 Mbit/s, 150 ms latency, a CPU slowed down 4 times', results);
  const ratio = (name: string, to: string) =>
    (results[name]?.['content'] ?? Number.NaN) / (results[to]?.['content'] ?? Number.NaN);
  check(ratio('/ without a session', 'sign-in') <= 1.2, 'without a session: 1.2 times the sign-in page');
  for (const page of pages)
    checkLimits(page, { ...results[page], 'times a plain page': ratio(page, 'plain page') }, limits);
  plain.close();
}
