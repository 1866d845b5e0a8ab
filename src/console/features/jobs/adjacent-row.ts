/**
 * What takes the focus over from a button in a row that goes: the last button of the row after it, or of that before;
 * where it was the only row, what `fallbackFor` says.
 * @returns undefined for a button that is in no row
 */
export function focusBeside(button: Element): HTMLElement | undefined {
  const row = button.closest('[data-index]');
  if (!row) return undefined;
  const beside = [row.nextElementSibling, row.previousElementSibling].find((other) =>
    other?.hasAttribute('data-index'),
  );
  return [...(beside?.querySelectorAll('button') ?? [])].at(-1) ?? fallbackFor(button);
}

/** The title of the row that something is in; outside of rows, what `fallbackFor` says. */
export function titleBeside(element: Element): HTMLElement | undefined {
  return element.closest('[data-index]')?.querySelector('a') ?? fallbackFor(element);
}

/** The heading of the page, or the cross of the panel. */
export function fallbackFor(element: Element): HTMLElement | undefined {
  const around = element.closest('[role=dialog]') ?? document;
  return around.querySelector<HTMLElement>('main h1, .mantine-Drawer-close') ?? undefined;
}

/** Passes the focus on from something that goes, unless the user is elsewhere by now. */
export function passFocus(from: Element, to: HTMLElement | undefined): void {
  const { activeElement } = document;
  if (from.contains(activeElement) || activeElement === document.body) to?.focus();
}
