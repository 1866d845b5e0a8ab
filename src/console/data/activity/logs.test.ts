import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { exportFormats, exportLog } from './export.ts';
import { recentQuery, type Log } from './logs.ts';

interface Entry {
  id: number;
}

/** A log of this many entries, the newest with the highest number, as a filtered one is listed. */
function logOf(size: number) {
  const requests: Readonly<Record<string, string | number>>[] = [];
  const log: Log<Entry> = {
    name: 'changes',
    noun: 'change',
    list: async (query) => {
      requests.push(query);
      const { after, start = 0, limit } = query;
      const from = Number(after ?? 0) + Number(start);
      const ids = Array.from({ length: size }, (_, index) => index + 1);
      if (after === undefined) ids.reverse();
      const data = ids.slice(from, from + Number(limit)).map((id) => ({ id }));
      const rows = Math.min(size - Number(after ?? 0), Number(start) + Number(limit) + limits.countedAhead);
      return { rows, data, start: Number(start), next: String(data.at(-1)?.id ?? size) };
    },
    keyOf: ({ id }) => String(id),
    pathOf: String,
  };
  return { log, requests };
}

it.each([
  [4_000, 2_500, true],
  [2_000, 2_000, true],
  [2_000, 2_001, false],
])('loads up to %i recent entries of %i', async (most, size, complete) => {
  const found = await new QueryClient().fetchQuery(recentQuery(logOf(size).log, {}, most));
  expect(found.complete).toBe(complete);
  expect(found.entries).toHaveLength(Math.min(most, size));
  expect(found.entries[0]).toEqual({ id: size });
});

it('exports every entry, newest first, and reads each once', async () => {
  const { log, requests } = logOf(2_345);
  const [, format] = exportFormats;
  if (!format) throw new Error('There is no such format');
  const progress: unknown[] = [];
  const parts = await exportLog(log, { login: 'admin' }, [], format, {
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
