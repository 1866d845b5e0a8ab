import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import { useWidth } from './groups-page.tsx';

function Panes() {
  const { width, separator } = useWidth();
  return (
    <div style={{ display: 'flex', height: 100 }}>
      <section aria-label="Group tree" style={{ width }} />
      {separator}
    </div>
  );
}

it('resizes the tree by keyboard and pointer, and remembers its width', async () => {
  const screen = await renderInConsole(<Panes />);
  const separator = screen.getByRole('separator', { name: 'Width of the group tree' });
  await expect.element(separator).toHaveAttribute('aria-valuenow', '340');
  separator.element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(separator).toHaveAttribute('aria-valuenow', '360');
  const { left } = separator.element().getBoundingClientRect();
  await userEvent.dragAndDrop(separator, screen.getByRole('region'), {
    sourcePosition: { x: 1, y: 50 },
    targetPosition: { x: 300, y: 50 },
  });
  await expect.element(separator).toHaveAttribute('aria-valuenow', String(360 + Math.round(300 - left - 1)));
  await screen.unmount();
  const after = await renderInConsole(<Panes />);
  await expect.poll(() => after.getByRole('region').element().clientWidth).toBe(299);
});
