import { expect, it } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { exportFormats, exportLog } from './log-files.ts';
import { loadLog, logPages, newerQuery, recentQuery, type Log } from './logs.ts';
import { pageQuery } from '../service/record-pages.ts';
import { polled } from '../../api/retries.ts';
import { queryClient } from '../../query-client.ts';

interface Entry {
  id: number;
}

/** A log of this many entries, the newest with the highest number, as a filtered one is listed. */
function logOf(size: number) {
  const requests: Readonly<Record<string, string | number>>[] = [];
  const polls: (boolean | undefined)[] = [];
  const log: Log<Entry> = {
    name: 'changes',
    noun: 'change',
    list: async (query, { isPolling } = {}) => {
      requests.push(query);
      polls.push(isPolling);
      const { after, through = size, start = 0, limit } = query;
      const from = Number(after ?? 0) + Number(start);
      const ids = Array.from({ length: Number(through) }, (_, index) => index + 1);
      if (after === undefined) ids.reverse();
      const data = ids.slice(from, from + Number(limit)).map((id) => ({ id }));
      const rows = Math.min(
        ids.length - Number(after ?? 0),
        Number(start) + Number(limit) + limits.countedAhead,
      );
      return {
        rows,
        data,
        start: Number(start),
        next: String(Math.max(...data.map(({ id }) => id), 0) || size),
      };
    },
    keyOf: ({ id }) => String(id),
    pathOf: String,
  };
  return { log, requests, polls };
}

it.each([
  [1_000, 500, true],
  [1_000, 1_000, true],
  [1_000, 1_001, false],
])('loads up to %i recent entries of %i', async (most, size, complete) => {
  queryClient.clear();
  const found = await queryClient.fetchQuery(recentQuery(logOf(size).log, {}, most));
  expect(found.complete).toBe(complete);
  expect(found.entries).toHaveLength(Math.min(most, size));
  expect(found.entries[0]).toEqual({ id: size });
});

it('finds the end of a log with its first page', async () => {
  const { log, requests } = logOf(130);
  queryClient.clear();
  await loadLog(log, {});
  const list = logPages(log, {}, '130');
  const [first, second] = [
    await queryClient.fetchQuery(pageQuery(list, 0)),
    await queryClient.fetchQuery(pageQuery(list, 1)),
  ];
  expect([first, second].map(({ items }) => items.length)).toEqual([100, 30]);
  expect(requests).toEqual([{ limit: 100 }, { through: 30, limit: 100 }]);
});

it('lists one page after the other without searching the newer entries again', async () => {
  const { log, requests } = logOf(330);
  queryClient.clear();
  const list = logPages(log, { login: 'admin' }, '320');
  const read = (page: number) => queryClient.fetchQuery(pageQuery(list, page));
  const [first, second] = [await read(0), await read(1)];
  expect(first).toMatchObject({ total: 200, more: true });
  expect(second).toMatchObject({ total: 300, more: true });
  const skipped = await read(3);
  const [third, last] = [
    await read(2),
    await queryClient.fetchQuery({ ...pageQuery(list, 3), staleTime: 0 }),
  ];
  expect(last).toEqual(skipped);
  expect(last).toMatchObject({ total: 320, more: false });
  expect([first, second, third, last].flatMap(({ items }) => items.map(({ id }) => id))).toEqual(
    Array.from({ length: 320 }, (_, index) => 320 - index),
  );
  expect(requests.map(({ through, start = 0 }) => [Number(through), start])).toEqual([
    [320, 0],
    [220, 0],
    [320, 300],
    [120, 0],
    [20, 0],
  ]);
});

it('exports every entry, newest first, and reads each once', async () => {
  const { log, requests } = logOf(2_345);
  const progress: unknown[] = [];
  const parts = await exportLog(log, { login: 'admin' }, [], exportFormats[1]!, {
    signal: new AbortController().signal,
    onProgress: (...done) => progress.push(done),
  });
  const lines = parts.join('').trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as Entry).id)).toEqual(
    Array.from({ length: 2_345 }, (_, index) => 2_345 - index),
  );
  expect(requests.map(({ login, after }) => [login, after])).toEqual([
    ['admin', '0'],
    ['admin', '1000'],
    ['admin', '2000'],
  ]);
  expect(progress).toEqual([
    [1_000, undefined],
    [2_000, undefined],
  ]);
});

it('adds newer entries, newest first, and polls without keeping the session alive', async () => {
  const { log, polls } = logOf(1_203);
  queryClient.clear();
  const newer = newerQuery(log, {}, '1200');
  const { entries, cursor } = await queryClient.fetchQuery(newer);
  expect([entries.map(({ id }) => id), cursor]).toEqual([[1_203, 1_202, 1_201], '1203']);
  await queryClient.fetchQuery(recentQuery(log, {}, 5));
  await queryClient.fetchQuery({ ...recentQuery(log, {}, 6), meta: polled.meta });
  expect(polls).toEqual([true, false, true]);
});
