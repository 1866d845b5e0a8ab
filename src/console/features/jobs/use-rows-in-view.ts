import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { startTransition, useEffect, useLayoutEffect, useState, type FocusEvent } from 'react';
import type { TrackedJob } from '../../data/jobs/tracked-job.ts';

/** Rows that come with each frame, after the first alone: more would hold up the page for longer than a frame. */
const atOnce = 2;

interface RowInView {
  index: number;
  key: string;
  /** How high the rows are that are left out before it, in pixels. */
  gap: number;
}

interface RowsInView {
  /** For the element whose children the rows are; it scrolls with the dialog or the page around it. */
  listRef(element: HTMLElement | null): void;
  /** For each row, which also says its index in `data-index`: how high it is. */
  rowRef(element: HTMLElement | null): void;
  /** For the same element: the row with the focus stays in the page when it is scrolled out of view. */
  listProps: { onFocus(event: FocusEvent): void; onBlur(): void };
  /** The rows in view, some around them, and the one with the focus. */
  rows: RowInView[];
  /** How high the rows are that are left out after them, in pixels. */
  after: number;
}

/**
 * Which rows of a list of jobs are to be drawn: only those near the view, so that hundreds that change at once keep the
 * page smooth.
 * @param height of a row before it has been measured, in pixels
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
    // Known before the list is in the page: its first rows come with it, not after it.
    initialRect: { width: innerWidth, height: innerHeight },
  });
  const inView = virtualizer.getVirtualItems();
  const [most, setMost] = useState(1);
  let end = offset;
  const drawn = inView.filter(({ index }, position) => position < most || index === focusedIndex);
  const rows = drawn.map(({ index, start, end: itsEnd }) => {
    const gap = Math.max(0, start - end);
    end = itsEnd;
    return { index, key: jobs[index]?.path ?? String(index), gap };
  });
  useEffect(() => {
    if (most >= inView.length) return;
    const frame = requestAnimationFrame(() => startTransition(() => setMost(most + atOnce)));
    return () => cancelAnimationFrame(frame);
  }, [most, inView.length]);
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
