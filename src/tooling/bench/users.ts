/** The list of users in Chromium, in 100,000 groups. `--sizes 1000,50000` sets the numbers of users; the first is the baseline. */
import { check, checkLimits, option, show, type Figures } from '../harness/measure.ts';
import { actTime, frameTime, inPage, keyTime, launchBrowser, longestTask, visit } from '../harness/pages.ts';
import { seededProduct } from '../harness/seed.ts';

// No text's first result is among the next text's results, so that the results can be distinguished.
const texts = [
  'bo ',
  'user.7',
  'rossi',
  'user.42',
  'finn park',
  '.99',
  'eve ',
  'user.900',
  'quist',
  'user.512',
];
const repeated = (count: number, key: string) => Array.from({ length: count }, () => key);
const jumps = ['End', ...repeated(10, 'PageUp'), 'Home', ...repeated(28, 'PageDown'), 'End'];
/** At most twice the time with the fewest users, or so many milliseconds. */
const goals = { key: 16, jump: 0, letter: 50, results: 0, users: 0, 'a user': 0 };
const first = '[data-index] a';

const hasMoved = `![before, undefined].includes(document.activeElement.closest('[data-index]')?.dataset.index)`;
const isFound = `document.querySelector('[data-index="0"]')?.textContent.toLowerCase().includes(text)`;

export async function run(): Promise<void> {
  const browser = await launchBrowser();
  const rows: Record<string, Figures> = {};
  for (const users of option('sizes', '1000,50000').split(',').map(Number)) {
    const gateway = await seededProduct({ groups: 100_000, users });
    const list = await visit(browser, gateway, '/access/users', first, async (page) => {
      const search = page.getByRole('textbox', { name: 'Search users' });
      await longestTask(page);
      await page.locator(first).first().focus();
      const key = await keyTime(page, repeated(60, 'ArrowDown'));
      const jump = await actTime(page, jumps, (each) => page.keyboard.press(each), hasMoved);
      const frame = await frameTime(page);
      const results = await actTime(page, texts, (text) => search.fill(text), isFound);
      const letter = await keyTime(page, [...repeated(8, 'Backspace'), ...Array.from('eve nova')]);
      const figures = { key, jump, frame, results, letter, 'longest task': await longestTask(page) };
      return { ...figures, ...(await inPage<Figures>(page, 'weight')) };
    });
    const opened = await visit(browser, gateway, '/access/users/777', '[aria-label^="Effective access"]');
    rows[`${users} users`] = { ...list, users: list['wall'] ?? 0, 'a user': opened['wall'] ?? 0 };
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
  checkLimits('the most users', most, { 'DOM nodes': 1_500, 'longest task': 50 });
}
