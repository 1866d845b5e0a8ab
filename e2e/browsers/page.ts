import { setTimeout as wait } from 'node:timers/promises';
import { stepLimit } from '../../src/tooling/time-limits.mjs';
import { findInPage, patternOf, type Step } from './find-in-page.ts';
import { BrowserError, type Send } from './protocol.ts';

/** What a search found. */
interface Found {
  /** A reference to the first element, if there is one. */
  element: Record<string, string> | null;
  count: number;
  text: string;
  value: string | null;
  focused: boolean;
  selected: string | null;
  expanded: string | null;
  enabled: boolean;
}

/** WebDriver's codes of keys that aren't characters (W3C WebDriver, keyboard actions). */
const keys: Record<string, string> = {
  Control: '\uE009',
  Shift: '\uE008',
  Enter: '\uE007',
  Escape: '\uE00C',
  Backspace: '\uE003',
  Home: '\uE011',
  End: '\uE010',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** States of the page in which a click has to be repeated, because it changed between finding and clicking. */
const passing = new Set([
  'element click intercepted',
  'element not interactable',
  'stale element reference',
  'no such element',
]);

/** Repeats `attempt` until it returns something other than `undefined`. @throws Error that says what was missing */
async function until<Result>(
  missing: () => string,
  attempt: () => Promise<Result | undefined>,
): Promise<Result> {
  const end = Date.now() + stepLimit;
  for (;;) {
    let result: Result | undefined;
    try {
      result = await attempt();
    } catch (error) {
      if (!(error instanceof BrowserError) || !passing.has(error.code) || Date.now() > end) throw error;
    }
    if (result !== undefined) return result;
    if (Date.now() > end) throw new Error(missing());
    await wait(100);
  }
}

/** An element of the page, described as a reader would; looked up again for each use. */
export class Element {
  readonly #send: Send;
  readonly #steps: Step[];

  constructor(send: Send, steps: Step[]) {
    this.#send = send;
    this.#steps = steps;
  }

  /** An element inside this one. */
  find(role: string, name?: string | RegExp, text?: string | RegExp): Element {
    const step = {
      role,
      ...(name === undefined ? {} : { name: patternOf(name) }),
      ...(text === undefined ? {} : { text: patternOf(text) }),
    };
    return new Element(this.#send, [...this.#steps, step]);
  }

  /** The same element, if it contains this text or, of a field, has this value. */
  with(text: string | RegExp): Element {
    const last = this.#steps.at(-1);
    if (!last) throw new Error('The page itself has no text to match');
    return new Element(this.#send, [...this.#steps.slice(0, -1), { ...last, text: patternOf(text) }]);
  }

  /** Looks once. */
  async look(): Promise<Found> {
    // The script returns this form. Firefox returns null if the page is just being replaced.
    const found = (await this.#send('run', { script: findInPage, args: [this.#steps] })) as Found | null;
    if (!found) throw new BrowserError('no such element', 'the page is being replaced');
    return found;
  }

  /** Waits until the element is there and meets a condition. */
  async appears(condition: (found: Found) => boolean = () => true): Promise<Found> {
    let last: Found | undefined;
    return until(
      () => `Not there: ${this.#description()}; last seen: ${JSON.stringify(last)}`,
      async () => {
        last = await this.look();
        return last.element && condition(last) ? last : undefined;
      },
    );
  }

  /** Waits until the element is gone. */
  async disappears(): Promise<void> {
    await until(
      () => `Still there: ${this.#description()}`,
      async () => ((await this.look()).element ? undefined : true),
    );
  }

  /** Clicks the element once it's enabled. */
  async click(): Promise<void> {
    await until(
      () => `Couldn't click: ${this.#description()}`,
      async () => {
        const { element, enabled } = await this.look();
        if (!element || !enabled) return undefined;
        await this.#send('click', { id: idOf(element) });
        return true;
      },
    );
  }

  /** Replaces the content of a text field by typing. */
  async fill(text: string): Promise<void> {
    await this.click();
    await pressKeys(this.#send, 'Control+a');
    await pressKeys(this.#send, 'Backspace');
    const { element } = await this.appears(({ value }) => value === '');
    // WebKit ignores line feeds; Enter starts a new line in all browsers.
    await this.#send('type', { id: idOf(element), text: text.replaceAll('\n', keys['Enter'] ?? '') });
    await this.appears(({ value }) => value === text);
  }

  #description(): string {
    return this.#steps
      .map(({ role, name, text }) => `${role} ${name?.source ?? ''}${text ? ` with “${text.source}”` : ''}`)
      .join(' › ');
  }
}

function idOf(element: Record<string, string> | null): string {
  return Object.values(element ?? {})[0] ?? '';
}

async function pressKeys(send: Send, chord: string): Promise<void> {
  const values = chord.split('+').map((key) => keys[key] ?? key);
  const down = values.map((value) => ({ type: 'keyDown', value }));
  const up = values.toReversed().map((value) => ({ type: 'keyUp', value }));
  await send('perform', { actions: [{ type: 'key', id: 'keyboard', actions: [...down, ...up] }] });
}

interface Layout {
  width: number;
  theme: string | null;
  /** What's so wide that the page scrolls sideways. */
  overflow: string[];
}

const layoutInPage = `
const { scrollWidth, clientWidth, dataset } = document.documentElement;
const wide = scrollWidth <= clientWidth ? [] : [...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
  .map((element) => element.outerHTML.slice(0, 200));
return { width: innerWidth, theme: dataset.mantineColorScheme ?? null, overflow: wide };
`;

/** A browser's window, driven as a person would. */
export class Page {
  readonly #send: Send;
  constructor(send: Send) {
    this.#send = send;
  }

  /** Opens an address. */
  async goto(url: string): Promise<void> {
    await this.#send('navigate', { url });
  }

  /** Goes back in the history. */
  async back(): Promise<void> {
    await this.#send('back');
  }

  /** Finds by role and accessible name, or by a CSS selector in place of the role. */
  find(role: string, name?: string | RegExp, text?: string | RegExp): Element {
    return new Element(this.#send, []).find(role, name, text);
  }

  /** The innermost wording of the page: some element that contains this text. */
  text(text: string | RegExp): Element {
    return this.find('body', undefined, text);
  }

  /** Presses a key or a chord such as `Control+k`. */
  async press(chord: string): Promise<void> {
    await pressKeys(this.#send, chord);
  }

  /** Waits until the URL matches. */
  async reaches(pattern: RegExp): Promise<string> {
    let url = '';
    return until(
      () => `Expected the URL to match ${pattern.source}, but it was ${url}`,
      async () => {
        url = String(await this.#send('currentUrl'));
        return pattern.test(url) ? url : undefined;
      },
    );
  }

  /** Does something in the window that `open` opens, and returns to this one once the other is closed. */
  async inNewWindow(open: () => Promise<void>, act: () => Promise<void>): Promise<void> {
    const windows = async () => (await this.#send('windows')) as string[];
    const before = await windows();
    const [first = ''] = before;
    await open();
    const opened = await until(
      () => 'No window opened',
      async () => (await windows()).find((handle) => !before.includes(handle)),
    );
    await this.#send('switchToWindow', { handle: opened });
    await act();
    await until(
      () => "The window didn't close",
      async () => ((await windows()).includes(opened) ? undefined : true),
    );
    await this.#send('switchToWindow', { handle: first });
  }

  /** Forgets what earlier tests have left at an address: cookies and storage. */
  async reset(url: string): Promise<void> {
    await this.#send('navigate', { url });
    await this.#send('run', { script: 'localStorage.clear(); sessionStorage.clear();', args: [] });
    await this.#send('clearCookies');
  }

  /** Makes the window so wide, or as narrow as the browser allows. */
  async resizeTo(width: number): Promise<void> {
    await this.#send('resize', { x: 0, y: 0, width, height: 900 });
  }

  /** The page's width and theme, and whether everything fits. */
  async layout(): Promise<Layout> {
    // The script returns this form.
    return (await this.#send('run', { script: layoutInPage, args: [] })) as Layout;
  }

  /** A picture of the window, as PNG. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from(String(await this.#send('screenshot')), 'base64');
  }
}
