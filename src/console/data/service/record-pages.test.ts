import { describe, expect, it } from 'vitest';
import { hideInLists, readPage, recordsPerPage, type RecordList } from './record-pages.ts';
import { queryClient } from '../../query-client.ts';

describe('reading a page of a long list', () => {
  const all = Array.from({ length: 2350 }, (_, index) => ({ name: `user ${index}` }));
  const source = (
    fetch: (start: number, limit: number) => { rows: number; data: { name: string }[]; start?: number },
    search = '',
  ) => {
    const starts: number[] = [];
    return {
      starts,
      fetch: async (start: number, limit: number) => {
        starts.push(start);
        return fetch(start, limit);
      },
      keyOf: (record: { name: string }) => record.name,
      matches: (record: { name: string }) => record.name.includes(search),
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

  it('keeps reading if `rows` counts only the page', async () => {
    const list = source((start, limit) => {
      const { data } = paging(start, limit);
      return { rows: data.length, data, start };
    });
    expect((await readPage(list, 0)).items).toHaveLength(2350);
  });

  it('filters the records if the service ignores the search', async () => {
    const list = source(paging, '23');
    const page = await readPage(list, 0);
    expect(page.whole).toBe(true);
    expect(page.items.every(({ name }) => name.includes('23'))).toBe(true);
    expect(page.items).toHaveLength(all.filter(({ name }) => name.includes('23')).length);
  });

  it("counts records that it can't read instead of showing them", async () => {
    const list = {
      ...source(paging),
      keyOf: ({ name }: { name: string }) => (/(7|1105)$/.test(name) ? undefined : name),
    };
    expect(await readPage(list, 0)).toMatchObject({ whole: true, total: 2114, missing: 0, unread: 236 });
    const later = {
      ...list,
      keyOf: ({ name }: { name: string }) => (name.endsWith('105') ? undefined : name),
    };
    expect((await readPage(later, 0)).unread).toBe(0);
    const page = await readPage(later, 1);
    expect([page.items.length, page.unread]).toEqual([99, 1]);
  });

  it('returns no record twice if the service ignores `start`', async () => {
    const list = source((_start, limit) => ({
      rows: all.length,
      data: all.slice(0, Math.min(limit, recordsPerPage)),
      start: 0,
    }));
    expect((await readPage(list, 1)).items).toEqual([]);
  });

  it('reads every page if the service always reports `start` as 0', async () => {
    const list = source((start, limit) => ({ ...paging(start, limit), start: 0 }));
    expect((await readPage(list, 2)).items[0]).toEqual({ name: 'user 200' });
    expect((await readPage(list, 23)).items).toHaveLength(2350 - 23 * recordsPerPage);
  });

  it('treats an empty list as complete', async () => {
    expect(
      await readPage(
        source(() => ({ rows: 0, data: [], start: 0 })),
        0,
      ),
    ).toEqual({ page: 0, items: [], total: 0, more: false, whole: true, missing: 0, unread: 0 });
  });

  it('keeps reading if the service has a smaller page size', async () => {
    const list = source((start) => {
      const data = all.slice(start, Math.min(start + 7, 30));
      return { rows: data.length, data, start };
    });
    const page = await readPage(list, 0);
    expect(page).toMatchObject({ total: 30, whole: true, missing: 0 });
    expect(page.items).toHaveLength(30);
    const short = source((start) => ({ rows: 3, data: all.slice(start, 3), start }));
    expect(await readPage(short, 0)).toMatchObject({ total: 3, whole: true, missing: 0 });
    expect(short.starts).toEqual([0, 3]);
  });

  it('reports how many records the service withholds', async () => {
    const list = source(() => ({ rows: 60, data: all.slice(0, 25), start: 0 }));
    expect(await readPage(list, 0)).toMatchObject({ total: 25, whole: true, missing: 35 });
  });
});

it('removes deleted records from the pages that have it, and leaves the others as old as they are', () => {
  queryClient.clear();
  const list: RecordList<string> = {
    key: ['users', 'list', ''],
    fetch: () => Promise.reject(new Error('requested')),
    keyOf: (record) => record,
    matches: () => true,
  };
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
