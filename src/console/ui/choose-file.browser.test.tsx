import { expect, it } from 'vitest';
import { renderInConsole } from '../../testing/render.tsx';
import { ignoreOtherDrops } from './choose-file.tsx';

/** Whether the page keeps the browser from handling what's dropped on an element. */
function isIgnored(target: Element, what: File | string): boolean {
  const dataTransfer = new DataTransfer();
  if (typeof what === 'string') dataTransfer.setData('text/plain', what);
  else dataTransfer.items.add(what);
  const events = ['dragover', 'drop'].map(
    (type) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
  );
  return events.every((event) => !target.dispatchEvent(event));
}

it('ignores drops, except those of texts on fields', async () => {
  ignoreOtherDrops();
  const screen = await renderInConsole(
    <>
      <p>A text</p>
      <input aria-label="Field" />
      <input aria-label="Fixed" readOnly />
    </>,
  );
  const fields = ['Field', 'Fixed'].map((label) => screen.getByLabelText(label).element());
  const targets = [screen.getByText('A text').element(), ...fields];
  const file = new File(['text'], 'file.yaml');
  const ignored = (what: File | string) => targets.map((target) => isIgnored(target, what));
  expect(ignored(file)).toEqual([true, true, true]);
  expect(ignored('https://a.example')).toEqual([true, false, true]);
});
