/**
 * What takes the focus over from a button in a row that goes: the last button of the row after it, or of that before;
 * where it was the only row, the heading of the page or the cross of the panel.
 * @returns undefined for a button that is in no row
 */
export function focusBeside(button: Element): HTMLElement | undefined {
  const row = button.closest('[data-index]');
  if (!row) return undefined;
  const beside = [row.nextElementSibling, row.previousElementSibling].find((other) =>
    other?.hasAttribute('data-index'),
  );
  const around = button.closest('[role=dialog]') ?? document;
  return (
    [...(beside?.querySelectorAll('button') ?? [])].at(-1) ??
    around.querySelector<HTMLElement>('main h1, .mantine-Drawer-close') ??
    undefined
  );
}
