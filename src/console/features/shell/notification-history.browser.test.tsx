import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import { addToHistory } from '../../data/notifications/history.ts';
import { NotificationHistory } from './notification-history.tsx';

it('marks a new notification beside the first line of its title, however long that is', async () => {
  const title = 'Deleting a group with a very long name and 876 subgroups';
  for (let words = 2; words <= title.split(' ').length; words += 1)
    addToHistory({
      id: `${words}`,
      kind: 'success',
      title: title.split(' ').slice(0, words).join(' '),
      message: '',
    });
  await renderInConsole(<NotificationHistory onClose={() => undefined} />);
  await expect.element(page.getByText(title)).toBeVisible();
  const tops = page
    .getByRole('listitem')
    .elements()
    .map((entry) => {
      const [text, dot] = ['.mantine-Text-root.wrap', 'span:has(> .visually-hidden)'].map((selector) =>
        entry.querySelector(selector)?.getBoundingClientRect(),
      );
      return (dot?.bottom ?? Infinity) - (text?.top ?? 0);
    });
  expect(Math.max(...tops)).toBeLessThan(24);
});
