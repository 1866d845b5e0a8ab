/** The list of users in Chromium, in 100,000 groups. `--sizes 1000,50000` sets the numbers of users; the first is the baseline. */
import type { Page } from '@playwright/test';
import { check, option, show, type Figures } from '../harness/measure.ts';
import { inPage, launchBrowser, p95, visit } from '../harness/pages.ts';
import { seededProduct } from '../harness/seed.ts';

const label = 'Search users';
// No text's first result is among the next text's results, so that the results can be distinguished.
const texts = [
  ['bo ', 'user.7', 'rossi', 'user.42', 'finn park', '.99', 'eve ', 'user.900', 'quist', 'user.512'],
  ['gus ', 'user.31', 'ada ', 'user.66', 'cleo ', 'user.88', 'okafor', 'dan ', 'user.150', '.77'],
].flat();
const letters = ['user.12', 'eve nova', 'gus oka', 'rossi'].flatMap((word) =>
  Array.from(word, (_, index) => word.slice(0, index + 1)),
);
const repeated = (count: number, key: string) => Array.from({ length: count }, () => key);
const jumps = ['End', ...repeated(10, 'PageUp'), 'Home', ...repeated(28, 'PageDown'), 'End'];
/** At most twice the time with the fewest users, or so many milliseconds. */
const goals = { key: 16, jump: 0, letter: 50, results: 0, 'users: wall': 0, 'a user: wall': 0 };
const user = '[role=region][aria-label^="Effective access"]';

export async function run(): Promise<void> {
  const browser = await launchBrowser();
  const rows: Record<string, Figures> = {};
  for (const users of option('sizes', '1000,50000').split(',').map(Number)) {
    const gateway = await seededProduct({ groups: 100_000, users });
    const shows = (content: string) => (page: Page) =>
      page.locator(content).first().waitFor({ timeout: 120_000 });
    const list = await visit(browser, gateway, '/access/users', shows('[data-index] a'), async (page) => ({
      key: await p95(page, 'recordKeys', repeated(60, 'ArrowDown')),
      jump: await p95(page, 'recordKeys', jumps),
      frame: await p95(page, 'scrollFrames'),
      ...(await inPage<Figures>(page, 'weight')),
      letter: await p95(page, 'filterLetters', { label, texts: letters }),
      results: await p95(page, 'searchTimes', { label, texts }),
    }));
    const opened = await visit(browser, gateway, '/access/users/777', shows(user));
    rows[`${users} users`] = {
      ...list,
      'users: wall': list['wall'] ?? 0,
      'a user: wall': opened['wall'] ?? 0,
    };
    await gateway.stop();
  }
  show('p95, except for what is opened. A search waits 200 ms for more letters', rows);
  const [least = {}, most = {}] = [Object.values(rows)[0], Object.values(rows).at(-1)];
  for (const [name, limit] of Object.entries(goals)) {
    const [before = 0, now = 0] = [least[name], most[name]];
    check(
      now <= Math.max(2 * before, limit),
      `${name}: at most twice ${before.toFixed(1)} ms, or ${limit} ms`,
    );
  }
  check((most['DOM nodes'] ?? 0) <= 1_500, 'at most 1,500 DOM nodes');
}
