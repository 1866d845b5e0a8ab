import { Suspense, useEffect } from 'react';
import { expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import type { RecordList } from './record-pages.ts';
import { useRecordPages } from './use-record-pages.ts';

interface Entry {
  name: string;
}

const all = Array.from({ length: 1450 }, (_, index) => ({ name: `entry ${index + 1}` }));
const countedAhead = 400;
const list: RecordList<Entry> = {
  key: ['entries'],
  countedAhead,
  fetch: async (start, limit) => ({
    rows: Math.min(all.length, start + limit + countedAhead),
    data: all.slice(start, start + limit),
    start,
  }),
  keyOf: ({ name }) => name,
};

it('lists more records than were counted at first, and keeps the count when scrolled back', async () => {
  let view: (first: number, last: number) => void = () => undefined;
  function Count() {
    const { rows, onView } = useRecordPages(list, undefined);
    useEffect(() => void (view = onView), [onView]);
    return `${rows.length}${rows.more ? ' or more' : ''}, last: ${rows.at(rows.length - 1)?.name}`;
  }
  const screen = await renderInConsole(
    <Suspense fallback="Loading">
      <Count />
    </Suspense>,
  );
  await expect.element(screen.getByText('500 or more')).toBeVisible();
  for (const [first, count] of [
    [480, /^(900|1000) or more/],
    [1_430, '1450, last: entry 1450'],
    [0, '1450, last: undefined'],
  ] as const) {
    view(first, first + 19);
    await expect.element(screen.getByText(count)).toBeVisible();
  }
});
