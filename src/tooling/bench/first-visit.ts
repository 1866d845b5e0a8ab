/** First visits on a slow phone: with an empty cache, then twice again with a warm one, beside a plain page of the same bytes. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { check, inTurns, show, type Figures } from '../harness/measure.ts';
import { inPage, launchBrowser, openPage, pagesCpu, slowDown, transfers } from '../harness/pages.ts';
import { seededProduct } from '../harness/seed.ts';

const pages = ['/', '/groups', '/oidc', '/access/users', '/activity'];
const goals = { signIn: 1.2, plain: 2.4, warmMilliseconds: 900 };

/** What the first page has transferred. */
let bytes = 0;

/** A page with one script, which shows the content. */
const plain = createServer(({ url }, response) => {
  const isScript = url === '/script.js';
  response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
  const script = `document.body.innerHTML = '<div id=root><main><h1>Shown</h1></main></div>'`;
  if (isScript) response.end(`${script}; // ${randomBytes(bytes / 2).toString('hex')}`);
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
    const cold = await open();
    const CPU = await pagesCpu(browser);
    const transferred = await transfers(page);
    const size = transferred.reduce((sum, [, each]) => sum + each, 0);
    if (address !== plainUrl) bytes = size;
    const shift = await inPage<number>(page, 'layoutShift');
    const requests = transferred.length;
    const figures = { content: cold, 'page CPU': CPU, kB: size / 1_000, requests, 'layout shift': shift };
    const second = await open();
    // Browsers keep compiled scripts from the second visit on (https://v8.dev/blog/code-caching-for-devs).
    const warm = await open();
    await browser.close();
    return { ...figures, second, warm };
  };
  const results = await inTurns({
    'sign-in': () => visit('/sign-in', false),
    '/ without a session': () => visit('/', false),
    ...Object.fromEntries(pages.map((address) => [address, () => visit(address)])),
    'plain page': () => visit(plainUrl),
  });
  show('Content on a slow phone: 1.6 Mbit/s, 150 ms latency, a CPU slowed down 4 times', results);
  const of = (name: string, figure: string) => results[name]?.[figure] ?? Number.NaN;
  const without = of('/ without a session', 'content') / of('sign-in', 'content');
  check(without <= goals.signIn, `without a session: at most ${goals.signIn} times the sign-in page`);
  for (const page of pages) {
    const ratio = of(page, 'content') / of('plain page', 'content');
    check(ratio <= goals.plain, `${page}: at most ${goals.plain} times a plain page (${ratio.toFixed(2)})`);
    check(
      of(page, 'warm') <= goals.warmMilliseconds,
      `${page}: at most ${goals.warmMilliseconds} ms when warm`,
    );
    check(of(page, 'layout shift') <= 0.02, `${page}: layout shift at most 0.02`);
  }
  plain.close();
}
