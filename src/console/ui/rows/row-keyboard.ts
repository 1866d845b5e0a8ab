import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** Draws the rows near the view, and the active one, so that the focus isn't lost when it's scrolled out of view. */
export function withActive(active: number) {
  return (range: Range): number[] => {
    const near = defaultRangeExtractor(range);
    if (active >= range.count || near.includes(active)) return near;
    return [...near, active].toSorted((one, other) => one - other);
  };
}

/** Single keys that do in lists what other keys do: j and k move, x selects. In trees, letters find names. */
export const rowKeys: Partial<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp', x: ' ' };

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
