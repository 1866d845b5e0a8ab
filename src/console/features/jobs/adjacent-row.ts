/**
 * Where the focus moves when a button's row is removed: to the last button of the next row, else of the previous one,
 * else to `fallbackFor`.
 * @returns undefined for a button outside rows
 */
export function focusAdjacent(button: Element): HTMLElement | undefined {
  const row = button.closest('[data-index]');
  if (!row) return undefined;
  const adjacent = [row.nextElementSibling, row.previousElementSibling].find((other) =>
    other?.hasAttribute('data-index'),
  );
  return [...(adjacent?.querySelectorAll('button') ?? [])].at(-1) ?? fallbackFor(button);
}

/** The title link of an element's row; outside rows, `fallbackFor`. */
export function rowTitle(element: Element): HTMLElement | undefined {
  return element.closest('[data-index]')?.querySelector('a') ?? fallbackFor(element);
}

/** The page's heading, or the panel's close button. */
export function fallbackFor(element: Element): HTMLElement | undefined {
  const around = element.closest('[role=dialog]') ?? document;
  return around.querySelector<HTMLElement>('main h1, .mantine-Drawer-close') ?? undefined;
}

/** Moves the focus away from an element that is about to disappear, unless the user has already moved it. */
export function moveFocus(from: Element, to: HTMLElement | undefined): void {
  const { activeElement } = document;
  if (from.contains(activeElement) || activeElement === document.body) to?.focus();
}
