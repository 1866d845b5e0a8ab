import { setTimeout as wait } from 'node:timers/promises';
import { error, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { stepLimit } from '../../src/tooling/time-limits.ts';
import { findInPage, patternOf, type Step } from './find-in-page.ts';

/** What a search found. */
interface Found {
  /** The first element, if there is one. */
  element: WebElement | null;
  text: string;
  value: string | null;
  focused: boolean;
  selected: string | null;
  expanded: string | null;
  enabled: boolean;
}

/** States of the page in which a click has to be repeated, because it changed between finding and clicking. */
const passing = [
  error.ElementClickInterceptedError,
  error.ElementNotInteractableError,
  error.StaleElementReferenceError,
  error.NoSuchElementError,
];

/** Repeats `attempt` until it returns something other than `undefined`. @throws Error that says what was missing */
async function until<Result>(
  missing: () => string,
  attempt: () => Promise<Result | undefined>,
): Promise<Result> {
  for (const end = Date.now() + stepLimit; Date.now() < end; await wait(100)) {
    const result = await attempt().catch((thrown: unknown) => {
      if (!passing.some((kind) => thrown instanceof kind)) throw thrown;
    });
    if (result !== undefined) return result;
  }
  throw new Error(missing());
}

/** An element of the page, described as a reader would; looked up again for each use. */
export class Element {
  readonly #driver: WebDriver;
  readonly #steps: Step[];

  constructor(driver: WebDriver, steps: Step[]) {
    this.#driver = driver;
    this.#steps = steps;
  }

  /** An element inside this one. @param text what it contains or, of a field, its value */
  find(role: string, name?: string | RegExp, text?: string | RegExp): Element {
    const step = {
      role,
      ...(name === undefined ? {} : { name: patternOf(name) }),
      ...(text === undefined ? {} : { text: patternOf(text) }),
    };
    return new Element(this.#driver, [...this.#steps, step]);
  }

  /** Looks once. */
  async look(): Promise<Found> {
    // Firefox returns null if the page is just being replaced.
    const found = await this.#driver.executeScript<Found | null>(findInPage, this.#steps);
    if (!found) throw new error.NoSuchElementError('The page is being replaced');
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
        // WebKit's driver doesn't scroll to an element that starts right below the window.
        await this.#driver.executeScript("arguments[0].scrollIntoView({ block: 'nearest' })", element);
        await element.click();
        return true;
      },
    );
  }

  /** Replaces the content of a text field by typing. */
  async fill(text: string): Promise<void> {
    await this.click();
    await press(this.#driver, Key.CONTROL, 'a');
    await press(this.#driver, Key.BACK_SPACE);
    const { element } = await this.appears(({ value }) => value === '');
    // WebKit ignores line feeds; Enter starts a new line in all browsers.
    await element?.sendKeys(text.replaceAll('\n', Key.ENTER));
    await this.appears(({ value }) => value === text);
  }

  #description(): string {
    return this.#steps
      .map(({ role, name, text }) => `${role} ${name?.source ?? ''}${text ? ` with “${text.source}”` : ''}`)
      .join(' › ');
  }
}

/** Presses a key or a chord. */
async function press(driver: WebDriver, ...keys: string[]): Promise<void> {
  const actions = driver.actions();
  for (const key of keys) actions.keyDown(key);
  for (const key of keys.toReversed()) actions.keyUp(key);
  await actions.perform();
}

interface Layout {
  theme: string | null;
  /** What's so wide that the page scrolls sideways. */
  overflow: string[];
}

const layoutInPage = `
const { scrollWidth, clientWidth, dataset } = document.documentElement;
const wide = scrollWidth <= clientWidth ? [] : [...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
  .map((element) => element.outerHTML.slice(0, 200));
return { theme: dataset.mantineColorScheme ?? null, overflow: wide };
`;

/** A browser's window, driven as a person would. */
export class Page {
  readonly #driver: WebDriver;
  constructor(driver: WebDriver) {
    this.#driver = driver;
  }

  /** Opens an address. */
  async goto(url: string): Promise<void> {
    await this.#driver.get(url);
  }

  /** Goes back in the history. */
  async back(): Promise<void> {
    await this.#driver.navigate().back();
  }

  /** Finds by role and accessible name, or by a CSS selector in place of the role. */
  find(role: string, name?: string | RegExp, text?: string | RegExp): Element {
    return new Element(this.#driver, []).find(role, name, text);
  }

  /** The innermost wording of the page: some element that contains this text. */
  text(text: string | RegExp): Element {
    return this.find('body', undefined, text);
  }

  /** Presses a key or a chord, such as `Key.CONTROL, 'k'`. */
  async press(...keys: string[]): Promise<void> {
    await press(this.#driver, ...keys);
  }

  /** Waits until the URL matches. */
  async reaches(pattern: RegExp): Promise<void> {
    let url = '';
    await until(
      () => `Expected the URL to match ${pattern.source}, but it was ${url}`,
      async () => {
        url = await this.#driver.getCurrentUrl();
        return pattern.test(url) || undefined;
      },
    );
  }

  /** Does something in the window that `open` opens, and returns to this one once the other is closed. */
  async inNewWindow(open: () => Promise<void>, act: () => Promise<void>): Promise<void> {
    const windows = () => this.#driver.getAllWindowHandles();
    const before = await windows();
    const [first = ''] = before;
    await open();
    const opened = await until(
      () => 'No window opened',
      async () => (await windows()).find((handle) => !before.includes(handle)),
    );
    await this.#driver.switchTo().window(opened);
    await act();
    await until(
      () => "The window didn't close",
      async () => ((await windows()).includes(opened) ? undefined : true),
    );
    await this.#driver.switchTo().window(first);
  }

  /** Chooses a file in the page's first field for one. */
  async chooseFile(file: string): Promise<void> {
    const find = `return document.querySelector('input[type="file"]')`;
    await (await this.#driver.executeScript<WebElement>(find)).sendKeys(file);
  }

  /** The text that a click downloads: where the file would be differs between browsers. */
  async downloadBy(click: () => Promise<void>): Promise<string> {
    const texts = '__downloadedTexts';
    await this.#driver.executeScript(`
      window.${texts} = [];
      const create = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        blob.text().then((text) => window.${texts}.push(text));
        return create(blob);
      };`);
    await click();
    return until(
      () => 'Nothing was downloaded',
      async () => (await this.#driver.executeScript<string | null>(`return window.${texts}[0]`)) ?? undefined,
    );
  }

  /** Forgets what earlier tests have left at an address: cookies and storage. */
  async reset(url: string): Promise<void> {
    await this.#driver.get(url);
    await this.#driver.executeScript('localStorage.clear(); sessionStorage.clear();');
    await this.#driver.manage().deleteAllCookies();
  }

  /** Makes the window so wide, or as narrow as the browser allows. */
  async resizeTo(width: number): Promise<void> {
    await this.#driver.manage().window().setRect({ x: 0, y: 0, width, height: 900 });
  }

  /** The page's theme, and whether everything fits. */
  async layout(): Promise<Layout> {
    return this.#driver.executeScript<Layout>(layoutInPage);
  }

  /** A picture of the window, as PNG. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#driver.takeScreenshot(), 'base64');
  }
}
