import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import type { TrackedJob } from '../../jobs/tracked-job.ts';

/** Rows that come with each frame, after the first alone: more would hold up the page for longer than a frame. */
const atOnce = 2;

interface RowsInView {
  /** For the element whose children the rows are; it scrolls with the dialog or the page around it. */
  listRef(element: HTMLElement | null): void;
  /** For each row, which also says its index in `data-index`: how high it is. */
  rowRef(element: HTMLElement | null): void;
  /** The rows in view, and some around them. */
  rows: VirtualItem[];
  /** How high the rows are that are left out before and after them, in pixels. */
  before: number;
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
  const virtualizer = useVirtualizer({
    count: jobs.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => jobs[index]?.path ?? index,
    estimateSize: () => height,
    scrollMargin: offset,
    overscan: 5,
    // Known before the list is in the page: its first rows come with it, not after it.
    initialRect: { width: innerWidth, height: innerHeight },
  });
  const inView = virtualizer.getVirtualItems();
  const [most, setMost] = useState(1);
  const rows = inView.slice(0, most);
  useEffect(() => {
    if (most >= inView.length) return;
    const frame = requestAnimationFrame(() => startTransition(() => setMost(most + atOnce)));
    return () => cancelAnimationFrame(frame);
  }, [most, inView.length]);
  return {
    listRef: setList,
    rowRef: virtualizer.measureElement,
    rows,
    before: Math.max(0, (rows[0]?.start ?? offset) - offset),
    after: Math.max(0, virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? offset) - offset)),
  };
}
