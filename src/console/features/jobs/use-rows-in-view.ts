import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { startTransition, useEffect, useLayoutEffect, useState, type FocusEvent } from 'react';
import type { TrackedJob } from '../../data/jobs/tracked-job.ts';

/** Rows added per frame after the first: more would block the page for longer than a frame. */
const rowsPerFrame = 2;

interface RowInView {
  index: number;
  key: string;
  /** The height of the rows left out before it, in pixels. */
  gap: number;
}

interface RowsInView {
  /** For the rows' parent element, which scrolls with the dialog or page around it. */
  listRef(element: HTMLElement | null): void;
  /** For each row, which must also have its index in `data-index`; measures its height. */
  rowRef(element: HTMLElement | null): void;
  /** For the rows' parent element: keeps the focused row in the page when it's scrolled out of view. */
  listProps: { onFocus(event: FocusEvent): void; onBlur(): void };
  /** The rows in view, a few around them, and the focused one. */
  rows: RowInView[];
  /** The height of the rows left out after them, in pixels. */
  after: number;
}

/**
 * Decides which rows of a job list to render: only those near the viewport, so that the page stays smooth while
 * hundreds of jobs change.
 * @param height a row's height before it has been measured, in pixels
 */
export function useRowsInView(jobs: readonly TrackedJob[], height: number): RowsInView {
  const [list, setList] = useState<HTMLElement | null>(null);
  const [offset, setOffset] = useState(0);
  const scroller = list?.closest('[role=dialog], main') ?? null;
  useLayoutEffect(() => {
    if (!list || !scroller) return;
    setOffset(list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop);
  }, [list, scroller]);
  const [focused, setFocused] = useState<string>();
  const focusedIndex = focused === undefined ? -1 : jobs.findIndex(({ path }) => path === focused);
  const virtualizer = useVirtualizer({
    count: jobs.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => jobs[index]?.path ?? index,
    estimateSize: () => height,
    scrollMargin: offset,
    overscan: 5,
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range);
      if (focusedIndex === -1 || inView.includes(focusedIndex)) return inView;
      return [...inView, focusedIndex].toSorted((left, right) => left - right);
    },
    // Known before the list is in the page, so that its first rows render with it.
    initialRect: { width: innerWidth, height: innerHeight },
  });
  const inView = virtualizer.getVirtualItems();
  const [maxRows, setMaxRows] = useState(1);
  let end = offset;
  const rendered = inView.filter(({ index }, position) => position < maxRows || index === focusedIndex);
  const rows = rendered.map(({ index, start, end: itsEnd }) => {
    const gap = Math.max(0, start - end);
    end = itsEnd;
    return { index, key: jobs[index]?.path ?? String(index), gap };
  });
  useEffect(() => {
    if (maxRows >= inView.length) return;
    const frame = requestAnimationFrame(() => startTransition(() => setMaxRows(maxRows + rowsPerFrame)));
    return () => cancelAnimationFrame(frame);
  }, [maxRows, inView.length]);
  return {
    listRef: setList,
    rowRef: virtualizer.measureElement,
    listProps: {
      onFocus: ({ target }) => {
        const row = target.closest('[data-index]');
        setFocused(row ? jobs[Number(row.getAttribute('data-index'))]?.path : undefined);
      },
      onBlur: () => setFocused(undefined),
    },
    rows,
    after: Math.max(0, virtualizer.getTotalSize() - (end - offset)),
  };
}
