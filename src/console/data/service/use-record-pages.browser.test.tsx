import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
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
const columns = [{ id: 'name', header: 'Name', width: '1fr', text: ({ name }: Entry) => name }];
const keyOf = ({ name }: Entry) => name;

function Entries() {
  const { rows, onView } = useRecordPages(list, undefined);
  return (
    <>
      <p>{`${rows.length}${rows.more ? ' or more' : ''}`}</p>
      <DataTable
        id="entries"
        label="Entries"
        noun="entry"
        rows={rows}
        columns={columns}
        keyOf={keyOf}
        onView={onView}
      />
    </>
  );
}

it('lists more records than were counted at first, and keeps the count when scrolled back', async () => {
  const screen = await renderInConsole(
    <div style={{ height: 400, display: 'flex' }}>
      <Suspense fallback="Loading">
        <Entries />
      </Suspense>
    </div>,
  );
  await expect.element(screen.getByText('500 or more')).toBeVisible();
  (screen.getByRole('row', { name: 'entry 1', exact: true }).element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.element(screen.getByRole('row', { name: 'entry 500' })).toHaveFocus();
  await expect.element(screen.getByText(/^(900|1000) or more$/)).toBeVisible();
  await expect
    .poll(async () => {
      await userEvent.keyboard('{End}');
      return document.activeElement?.textContent;
    })
    .toBe('entry 1450');
  await expect.element(screen.getByText('1450', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Home}');
  await expect.element(screen.getByRole('row', { name: 'entry 1', exact: true })).toHaveFocus();
  await expect.element(screen.getByText('1450', { exact: true })).toBeVisible();
});
