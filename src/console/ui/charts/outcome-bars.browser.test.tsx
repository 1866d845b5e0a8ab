import { expect, it, onTestFinished, vi } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { OutcomeBars } from './outcome-bars.tsx';

const bars = [{ tick: '14:00', time: 'Tue, Mar 3, 14:00–15:00', signedIn: 3, rejected: 1 }];

it('draws nothing while it is hidden, without a warning', async () => {
  const warned = vi.spyOn(console, 'warn');
  onTestFinished(() => warned.mockRestore());
  const { container } = await renderInConsole(
    <div id="pane" style={{ display: 'none' }}>
      <OutcomeBars label="Sign-ins" bars={bars} height={100} onChoose={() => undefined} />
    </div>,
  );
  const pane = container.querySelector<HTMLElement>('#pane')!;
  const drawn = () => pane.querySelectorAll('.recharts-bar-rectangle path').length;
  expect(drawn()).toBe(0);
  pane.style.display = 'block';
  await expect.poll(drawn).toBe(2);
  pane.style.display = 'none';
  await expect.poll(drawn).toBe(0);
  expect(warned).not.toHaveBeenCalled();
});

it('chooses the bar that is tapped, without a pointer over it before', async () => {
  const chosen = vi.fn<(position: number) => void>();
  const { container } = await renderInConsole(
    <OutcomeBars label="Sign-ins" bars={[...bars, ...bars]} height={100} onChoose={chosen} />,
  );
  const drawn = () => container.querySelectorAll('.recharts-bar-rectangle path');
  await expect.poll(() => drawn().length).toBe(4);
  const { x, y, width, height } = drawn()[1]!.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true };
  // A tap sends both in the same frame.
  for (const type of ['mousemove', 'click']) drawn()[1]!.dispatchEvent(new MouseEvent(type, at));
  expect(chosen.mock.calls).toEqual([[1]]);
});
