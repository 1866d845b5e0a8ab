import type { Range } from '@tanstack/react-virtual';

/** Draws the rows near the view, and the active one, so that the focus isn't lost when it's scrolled out of view. */
export function withActive(active: number) {
  return ({ startIndex, endIndex, overscan, count }: Range): number[] => {
    const from = Math.max(0, startIndex - overscan);
    const to = Math.min(count - 1, endIndex + overscan);
    const range = Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
    if (active < from) range.unshift(active);
    else if (active > to && active < count) range.push(active);
    return range;
  };
}

/**
 * The row that a key moves the focus to (WAI-ARIA Authoring Practices, grid: keyboard interaction).
 * @param pageRows how many rows a page has
 * @returns undefined for a key that doesn't move the focus
 */
export function rowAfter(key: string, index: number, pageRows: number, rowCount: number): number | undefined {
  const targets: Partial<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + pageRows,
    PageUp: index - pageRows,
    Home: 0,
    End: rowCount - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.max(0, Math.min(target, rowCount - 1));
}
