import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { useSlices, type Slices } from './slices.ts';

/** Work that takes several slices. */
function* count(to: number): Slices<number> {
  const end = performance.now() + 40;
  while (performance.now() < end) yield;
  return to;
}

function Counter() {
  const [to, setTo] = useState(1);
  const [work, setWork] = useState(() => () => count(1));
  const begin = (next: number) => {
    setTo(next);
    setWork(() => () => count(next));
  };
  return <button onClick={() => begin(to + 1)}>Counted to {useSlices(work)[0]}</button>;
}

it('shows the result of work that takes several slices, at first and later', async () => {
  const screen = await renderInConsole(<Counter />);
  const button = screen.getByRole('button');
  for (const result of ['Counted to 1', 'Counted to 2']) {
    await expect.element(button).toHaveTextContent(result);
    // What was left is done by now.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect.element(button).toHaveTextContent(result);
    await button.click();
  }
});
