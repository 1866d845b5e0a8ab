import { describe, expect, it } from 'vitest';
import { hideInLists, readPage, recordsPerPage, showInLists, type RecordList } from './record-pages.ts';
import { queryClient } from '../../query-client.ts';

describe('reading a page of a long list', () => {
  const all = Array.from({ length: 2350 }, (_, index) => ({ name: `user ${index}` }));
  const source = (
    fetch: (start: number, limit: number) => { rows: number; data: { name: string }[]; start?: number },
  ) => {
    const starts: number[] = [];
    return {
      starts,
      fetch: async (start: number, limit: number) => {
        starts.push(start);
        return fetch(start, limit);
      },
      keyOf: (record: { name: string }) => record.name,
    };
  };
  const paging = (start: number, limit: number) => ({
    rows: all.length,
    data: all.slice(start, start + limit),
    start,
  });

  it('requests only the page it needs', async () => {
    const list = source(paging);
    expect(await readPage(list, 0)).toMatchObject({ total: 2350, whole: false });
    const third = await readPage(list, 2);
    expect(third.items[0]).toEqual({ name: 'user 200' });
    expect(list.starts).toEqual([0, 200]);
    expect((await readPage(list, 23)).items).toHaveLength(2350 - 23 * recordsPerPage);
  });

  it('knows that there may be more if the service counts only some after each page', async () => {
    const list = source((start, limit) => {
      const page = paging(start, limit);
      return { ...page, rows: Math.min(page.rows, start + limit + 400) };
    });
    const pages = { ...list, countedAhead: 400 };
    expect(await readPage(pages, 0)).toMatchObject({ total: 500, more: true });
    expect(await readPage(pages, 18)).toMatchObject({ total: 2300, more: true });
    expect(await readPage(pages, 19)).toMatchObject({ total: 2350, more: false });
    const short = { ...source(() => ({ rows: 2, data: all.slice(0, 2), start: 0 })), countedAhead: 400 };
    expect(await readPage(short, 0)).toMatchObject({ total: 2, more: false, whole: true });
    expect(short.starts).toEqual([0]);
  });

  it('reads the whole list from a service without paging', async () => {
    const list = source(() => ({ rows: all.length, data: all, start: 0 }));
    expect(await readPage(list, 0)).toMatchObject({ total: 2350, whole: true });
  });

  it('treats an empty list as complete', async () => {
    expect(
      await readPage(
        source(() => ({ rows: 0, data: [], start: 0 })),
        0,
      ),
    ).toEqual({ page: 0, items: [], total: 0, more: false, whole: true });
  });
});

const list: RecordList<string> = {
  key: ['users', 'list', ''],
  fetch: () => Promise.reject(new Error('requested')),
  keyOf: (record) => record.slice(0, 2),
};

it('shows what was written in whole lists, but a new record only where nothing is searched', () => {
  queryClient.clear();
  const keys = ['', 'search'].map((search) => ['users', 'list', search, 'all']);
  for (const key of keys) queryClient.setQueryData(key, { items: ['/1', '/2'], total: 2 });
  const items = () => keys.map((key) => queryClient.getQueryData<{ items: string[] }>(key)?.items);
  const shows = (path: string, record?: string) =>
    queryClient
      .getQueryCache()
      .getAll()
      .map(showInLists(list, path, record));
  expect(shows('/3', '/3')).toEqual([true, false]);
  expect(items()).toEqual([
    ['/1', '/2', '/3'],
    ['/1', '/2'],
  ]);
  shows('/2', '/2 renamed');
  shows('/1');
  expect(items()).toEqual([['/2 renamed', '/3'], ['/2 renamed']]);
});

it('removes deleted records from the pages that have it, and leaves the others as old as they are', () => {
  queryClient.clear();
  const pageOf = (...items: string[]) => ({ items, total: 250 });
  const cached = { '': pageOf('/1', '/2', '/3'), gone: pageOf('/2'), other: pageOf('/1') };
  for (const [search, page] of Object.entries(cached))
    queryClient.setQueryData(['users', 'list', search, 0], page, { updatedAt: 1 });
  hideInLists(list, ['/2', '/3']);
  const left = (search: string) => queryClient.getQueryData(['users', 'list', search, 0]);
  expect(left('')).toEqual({ items: ['/1'], total: 248 });
  expect(left('gone')).toEqual({ items: [], total: 249 });
  expect(left('other')).toBe(cached.other);
  expect(queryClient.getQueryState(['users', 'list', 'other', 0])?.dataUpdatedAt).toBe(1);
});
