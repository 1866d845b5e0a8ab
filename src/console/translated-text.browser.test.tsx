import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepTranslatedText } from './translated-text.ts';

function translated({ data }: Text): HTMLElement {
  const font = document.createElement('font');
  font.textContent = data.toUpperCase();
  return font;
}

/** Ways in which extensions and browsers translate a text node. */
const translations = {
  'replaced by': (text: Text) => text.replaceWith(translated(text)),
  'replaced in two steps by': (text: Text) => {
    text.before(translated(text));
    text.remove();
  },
  'wrapped in': (text: Text) => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    text.before(outer);
    outer.append(inner);
    inner.append(text);
  },
};

function translate(container: HTMLElement, way: keyof typeof translations): Promise<void> {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) translations[way](text);
  // What a translation has changed is noted in a microtask.
  return Promise.resolve();
}

keepTranslatedText();

interface State {
  name: string;
  count?: number;
  marked?: boolean;
}

const Line = ({ name, count, marked }: State) => (
  <p>
    {marked && <b>!</b>}
    Renamed {name}
    {count !== undefined && `, ${count} times`}
    <i>.</i>
  </p>
);

describe.each(Object.keys(translations) as (keyof typeof translations)[])(
  'text %s another element',
  (way) => {
    let container: HTMLElement;
    let root: Root;
    beforeEach(() => {
      container = document.body.appendChild(document.createElement('div'));
      root = createRoot(container);
    });
    afterEach(() => {
      root.unmount();
      container.remove();
    });
    const render = (state: State) => flushSync(() => root.render(<Line {...state} />));

    it('is changed, removed and moved by React', async () => {
      for (const state of [
        { name: 'Acme', count: 1 },
        { name: 'Beta', count: 2 },
        { name: 'Beta' },
        { name: 'Beta', marked: true },
        { name: 'Gamma', marked: true, count: 3 },
        { name: 'Gamma', count: 4 },
      ] satisfies State[]) {
        render(state);
        const count = state.count === undefined ? '' : `, ${state.count} times`;
        const expected = `${state.marked ? '!' : ''}Renamed ${state.name}${count}.`;
        expect(container.textContent.toLowerCase()).toBe(expected.toLowerCase());
        await translate(container, way);
        expect(container.textContent.toLowerCase()).toBe(expected.toLowerCase());
      }
    });

    it('is removed with its element', async () => {
      render({ name: 'Acme' });
      await translate(container, way);
      flushSync(() => root.render(null));
      expect(container.textContent).toBe('');
    });
  },
);
