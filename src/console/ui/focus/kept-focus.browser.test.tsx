import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { KeptFocus } from './kept-focus.tsx';

const button = (name: string) => page.getByRole('button', { name });

/** Buttons that disappear when they are pressed. */
function Vanishing({ names }: { names: string[] }) {
  const [left, setLeft] = useState(names);
  return left.map((name) => (
    <button key={name} onClick={() => setLeft(left.filter((other) => other !== name))}>
      {name}
    </button>
  ));
}

async function renderButtons() {
  await render(
    <main>
      <KeptFocus />
      <h1 tabIndex={-1}>Page</h1>
      <a href="#elsewhere">Elsewhere</a>
      <section>
        <div>
          <button tabIndex={-1}>Not reached with Tab</button>
          <Vanishing names={['One', 'Two']} />
        </div>
        <input aria-label="Field" />
      </section>
      <section>
        <Vanishing names={['Only']} />
      </section>
    </main>,
  );
}

async function focusWithKeyboard(name: string) {
  await userEvent.keyboard('{Shift>}{/Shift}');
  (button(name).element() as HTMLElement).focus();
}

/** Waits until the focus would have moved. */
const frames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined))));

describe("the keyboard's focus", () => {
  it('passes to the nearest control when what had it disappears, or to the heading', async () => {
    await renderButtons();
    await focusWithKeyboard('One');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Two')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText('Field')).toHaveFocus();
    await focusWithKeyboard('Only');
    await userEvent.keyboard(' ');
    await expect.element(page.getByRole('heading')).toHaveFocus();
  });

  it('returns to what was hidden for a while', async () => {
    await renderButtons();
    await focusWithKeyboard('One');
    const { style } = button('One').element() as HTMLElement;
    style.display = 'none';
    await expect.element(document.body).toHaveFocus();
    style.display = '';
    await expect.element(button('One')).toHaveFocus();
  });

  it('moves even while a style changes on every frame', async () => {
    await renderButtons();
    const { style } = page.getByRole('heading').element() as HTMLElement;
    let frame = 0;
    const change = (now: number) => {
      style.opacity = String(now);
      frame = requestAnimationFrame(change);
    };
    frame = requestAnimationFrame(change);
    await focusWithKeyboard('One');
    await userEvent.keyboard('{Enter}');
    await frames();
    await frames();
    const focused = document.activeElement;
    cancelAnimationFrame(frame);
    expect(focused).toBe(button('Two').element());
  });

  it('moves only after the key is released, so that one key never presses two buttons', async () => {
    await renderButtons();
    await focusWithKeyboard('One');
    await userEvent.keyboard('{Enter>}');
    await frames();
    await expect.element(button('One')).not.toBeInTheDocument();
    await expect.element(document.body).toHaveFocus();
    await userEvent.keyboard('{/Enter}');
    await expect.element(button('Two')).toHaveFocus();
  });

  it('passes on after a click, but not after a tap', async () => {
    await renderButtons();
    await button('One').click();
    await expect.element(button('Two')).toHaveFocus();
    const two = button('Two').element() as HTMLElement;
    two.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
    two.click();
    await expect.element(button('Two')).not.toBeInTheDocument();
    await frames();
    await expect.element(document.body).toHaveFocus();
  });
});
