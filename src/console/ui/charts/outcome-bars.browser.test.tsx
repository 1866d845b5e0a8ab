import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import { OutcomeBars } from './outcome-bars.tsx';

const quiet = { tick: '14:00', time: '14:00–15:00', signedIn: 3, rejected: 0 };
const busy = { tick: '15:00', time: '15:00–16:00', signedIn: 5_000, rejected: 1 };
const render = (onChoose: (position: number) => void = () => undefined) =>
  renderInConsole(
    <OutcomeBars label="Sign-ins" bars={[quiet, quiet, busy]} height={100} onChoose={onChoose} />,
  );
const lastBar = () => page.getByRole('button', { name: '15:00–16:00: 5000 signed in, 1 rejected' });

it('names the largest value, and keeps one rejection among thousands visible', async () => {
  await render();
  await expect.element(page.getByText('5,001')).toBeVisible();
  const rejected = lastBar().element().querySelector('[data-outcome="rejected"]')!;
  expect(rejected.getBoundingClientRect().height).toBe(3);
});

it('chooses a bar with the keyboard, one of them in the tab order', async () => {
  const chosen = vi.fn<(position: number) => void>();
  await render(chosen);
  // Else the browser notices later what is below the pointer.
  await page.getByRole('button').first().hover();
  await userEvent.tab();
  await expect.element(lastBar()).toHaveFocus();
  await expect.element(lastBar().getByText('1 rejected')).toBeVisible();
  await userEvent.keyboard('{ArrowLeft}{Enter}');
  expect(chosen).toHaveBeenCalledExactlyOnceWith(1);
  await userEvent.keyboard('{Home}{ArrowLeft}{End}{Tab}');
  await expect.poll(() => document.activeElement).toBe(document.body);
});

it.each([
  [320, 1],
  [900, 5],
])('shows times that fit into %d px', async (width, most) => {
  const bars = Array.from({ length: 24 }, (_, hour) => ({ ...quiet, tick: `${10 + (hour % 3)}:00 PM` }));
  await renderInConsole(
    <div style={{ width }}>
      <OutcomeBars label="Sign-ins" bars={bars} height={100} onChoose={() => undefined} />
    </div>,
  );
  const ticks = page
    .getByText(/PM$/)
    .elements()
    .filter((tick) => tick.checkVisibility());
  expect(ticks.length).toBeGreaterThan(most);
  const edges = ticks.map((tick) => tick.getBoundingClientRect());
  for (const [index, { right }] of edges.slice(0, -1).entries())
    expect(edges[index + 1]!.left - right).toBeGreaterThan(12);
});
