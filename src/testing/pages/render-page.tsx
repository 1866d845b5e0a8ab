import '../../console/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { expect, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { queryClient } from '../../console/query-client.ts';
import { createConsoleRouter } from '../../console/router.tsx';
import { resetConsole } from '../reset-console.ts';
import { pendingCalls, signIn, type Role } from './requests.ts';

/**
 * Renders a page of the console in front of the embedded service with the demo data, instead of what a test rendered
 * before.
 * @param as the signed-in user
 * @returns its current address, its history, and a function that opens another page and waits for all that it loads
 */
export async function renderPage(path: string, as: Role) {
  await resetConsole();
  await signIn(as);
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createConsoleRouter(history);
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const open = async (address: string): Promise<void> => {
    history.push(address);
    // Until the next page is drawn, the one before is shown.
    await expect.poll(() => decodeURIComponent(router.state.resolvedLocation?.href ?? '')).toBe(address);
    await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect.poll(pendingCalls).toEqual([]);
  };
  return { address: () => router.state.location.href, history, open };
}

/** The heading of the page. */
export const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1, exact: true });

/** Chooses from a list that can be searched. */
export async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).first().click();
}

/** Chooses from the menu of a record in a list. */
export async function chooseFor(record: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${record}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Presses keys on a control, which gets the focus. */
export async function pressOn(control: Locator, keys: string): Promise<void> {
  await expect.element(control).toBeVisible();
  (control.element() as HTMLElement).focus();
  await userEvent.keyboard(keys);
}

/** Chooses from the menu of a record in a list, with the keyboard. */
export async function chooseByKeys(record: string, action: string): Promise<void> {
  await pressOn(page.getByRole('button', { name: `Actions for ${record}` }), '{Enter}');
  const item = page.getByRole('menuitem', { name: action, exact: true });
  await expect.element(item).toBeVisible();
  while (document.activeElement !== item.element()) await userEvent.keyboard('{ArrowDown}');
  await userEvent.keyboard('{Enter}');
}

/** Chooses from the menu beside a record's buttons. */
export async function chooseAction(name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** A text field, by its label. */
export const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });

/** What each of the elements shows. */
export const textsOf = (elements: Locator) => elements.elements().map(({ textContent }) => textContent);

/** Drops files on the group with this label. */
export function dropFile(label: string, ...files: File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const area = page.getByRole('group', { name: label, exact: true }).element();
  const [over, drop] = ['dragover', 'drop'].map(
    (type) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
  );
  area.dispatchEvent(over!);
  // Otherwise, browsers don't drop anything there.
  expect(over!.defaultPrevented).toBe(true);
  expect(getComputedStyle(area).outlineStyle).toBe('dashed');
  area.dispatchEvent(drop!);
  expect(getComputedStyle(area).outlineStyle).toBe('none');
}

/** Keeps what's downloaded until the test ends, instead of saving it. @returns the texts by file name */
export function keepDownloads(): ReadonlyMap<string, Promise<string>> {
  const texts = new Map<string, Promise<string>>();
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function onClick(
    this: HTMLAnchorElement,
  ) {
    texts.set(this.download, blobs.get(this.href)!.text());
  });
  return texts;
}

/** Shows the page on a phone until the test ends. */
export async function showOnPhone(): Promise<void> {
  await page.viewport(390, 844);
}

/** Expects that nothing around the page's heading, one of which scrolls, is wider than a phone's screen. */
export async function expectToFitPhone(): Promise<void> {
  await showOnPhone();
  await expect.poll(widthAroundHeading).toBeLessThanOrEqual(390);
}

/** The largest width of the elements around the page's heading, including what they scroll or clip. */
const widthAroundHeading = () => {
  const widths: number[] = [];
  for (let around = document.querySelector('h1')?.parentElement; around; around = around.parentElement)
    widths.push(around.scrollWidth);
  return widths.length === 0 ? Infinity : Math.max(...widths);
};
