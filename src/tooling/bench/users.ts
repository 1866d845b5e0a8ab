/** The list of users in Chromium, in 100,000 groups. `--sizes 1000,50000` sets the numbers of users; the first is the baseline. */
import { inPage, launchBrowser } from '../harness/browser-page.mjs';
import { openMeasured, p95, type Page } from '../harness/measure-page.ts';
import { check, mapped, option, quantile, show, spent, type Figures } from '../harness/measure.ts';
import { seededGateway } from '../harness/seed.ts';

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

export async function run(): Promise<void> {
  const browser = await launchBrowser();
  const rows: Record<string, Figures> = {};
  for (const users of option('sizes', '1000,50000').split(',').map(Number)) {
    const gateway = await seededGateway({ groups: 100_000, users });
    const all: Figures = {};
    /** Opens a page, waits for its main content, and measures in it. */
    const open = async (
      name: string,
      address: string,
      content: string,
      measure?: (page: Page) => Promise<Figures>,
    ) => {
      const isShown = (page: Page) => page.locator(content).first().waitFor({ timeout: 120_000 });
      const { page, figures } = await openMeasured(browser, gateway, address, isShown);
      for (const [figure, value] of Object.entries(figures)) all[`${name}: ${figure}`] = value;
      Object.assign(all, await measure?.(page));
      await page.context().close();
    };
    await open('users', '/access/users', '[data-index] a', async (page) => ({
      key: await p95(page, 'recordKeys', repeated(60, 'ArrowDown')),
      jump: await p95(page, 'recordKeys', jumps),
      frame: await p95(page, 'scrollFrames'),
      ...(await inPage(page, 'weight')),
      letter: await p95(page, 'filterLetters', { label, texts: letters }),
      results: await p95(page, 'searchTimes', { label, texts }),
    }));
    const searches: number[] = [];
    for (const text of texts) {
      const search = () => gateway.session.read(`/users?limit=100&search=${encodeURIComponent(text)}`);
      searches.push((await spent(gateway.pid, 1, search)).wall);
    }
    all['results without the console'] = quantile(searches, 0.95);
    await open('a user', '/access/users/777', '[role=region][aria-label^="Effective access"]');
    await open('roles', '/access/roles', '[data-index] a');
    await open('a group', '/groups/1', 'table[aria-label^="Users of"]', async (page) =>
      mapped(await inPage(page, 'weight'), (value: number, key) => Math.max(value, all[key] ?? 0)),
    );
    rows[`${users} users`] = all;
    await gateway.stop();
  }
  show('p95, except for what is opened. A search waits 200 ms for more letters', rows);
  const [least = {}, ...others] = Object.values(rows);
  for (const most of others.slice(-1)) {
    for (const [name, limit] of Object.entries(goals)) {
      const [before = 0, now = 0] = [least[name], most[name]];
      check(
        now <= Math.max(2 * before, limit),
        `${name}: at most twice ${before.toFixed(1)} ms, or ${limit} ms`,
      );
    }
    check((most['DOM nodes'] ?? 0) <= 1_500, 'at most 1,500 DOM nodes');
  }
}
