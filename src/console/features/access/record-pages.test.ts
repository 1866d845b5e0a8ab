import { describe, expect, it } from 'vitest';
import { readPage, recordsPerPage } from './record-pages.ts';

describe('reading a long list', () => {
  const all = Array.from({ length: 2350 }, (_, index) => ({ name: `user ${index}` }));
  const source = (
    fetch: (start: number, limit: number) => { rows: number; data: { name: string }[]; start?: number },
    search = '',
  ) => {
    const asked: number[] = [];
    return {
      asked,
      fetch: async (start: number, limit: number) => {
        asked.push(start);
        return fetch(start, limit);
      },
      keyOf: (record: { name: string }) => record.name,
      fits: (record: { name: string }) => record.name.includes(search),
    };
  };
  const paging = (start: number, limit: number) => ({
    rows: all.length,
    data: all.slice(start, start + limit),
    start,
  });

  it('asks for the one page alone', async () => {
    const list = source(paging);
    expect(await readPage(list, 0)).toMatchObject({ total: 2350, whole: false });
    const third = await readPage(list, 2);
    expect(third.items[0]).toEqual({ name: 'user 200' });
    expect(list.asked).toEqual([0, 200]);
    expect((await readPage(list, 23)).items).toHaveLength(2350 - 23 * recordsPerPage);
  });

  it('takes everything from a service that does not page', async () => {
    const list = source(() => ({ rows: all.length, data: all, start: 0 }));
    expect(await readPage(list, 0)).toMatchObject({ total: 2350, whole: true });
  });

  it('goes on where rows counts the page', async () => {
    const list = source((start, limit) => {
      const { data } = paging(start, limit);
      return { rows: data.length, data, start };
    });
    expect((await readPage(list, 0)).items).toHaveLength(2350);
  });

  it('searches here where the service does not', async () => {
    const list = source(paging, '23');
    const page = await readPage(list, 0);
    expect(page.whole).toBe(true);
    expect(page.items.every(({ name }) => name.includes('23'))).toBe(true);
    expect(page.items).toHaveLength(all.filter(({ name }) => name.includes('23')).length);
  });

  it('shows nothing twice where start stands still', async () => {
    const list = source((_start, limit) => ({
      rows: all.length,
      data: all.slice(0, Math.min(limit, recordsPerPage)),
      start: 0,
    }));
    expect((await readPage(list, 1)).items).toEqual([]);
  });

  it('shows every page where the start is told as 0 alone', async () => {
    const list = source((start, limit) => ({ ...paging(start, limit), start: 0 }));
    expect((await readPage(list, 2)).items[0]).toEqual({ name: 'user 200' });
    expect((await readPage(list, 23)).items).toHaveLength(2350 - 23 * recordsPerPage);
  });

  it('knows that a short list is whole', async () => {
    expect(
      await readPage(
        source(() => ({ rows: 0, data: [], start: 0 })),
        0,
      ),
    ).toEqual({
      items: [],
      total: 0,
      whole: true,
      missing: 0,
    });
  });

  it('goes on where a short page is all that the service hands out at once', async () => {
    const list = source((start) => {
      const data = all.slice(start, Math.min(start + 7, 30));
      return { rows: data.length, data, start };
    });
    const page = await readPage(list, 0);
    expect(page).toMatchObject({ total: 30, whole: true, missing: 0 });
    expect(page.items).toHaveLength(30);
    const short = source((start) => ({ rows: 3, data: all.slice(start, 3), start }));
    expect(await readPage(short, 0)).toMatchObject({ total: 3, whole: true, missing: 0 });
    expect(short.asked).toEqual([0, 3]);
  });

  it('says how many records are kept back', async () => {
    const list = source(() => ({ rows: 60, data: all.slice(0, 25), start: 0 }));
    expect(await readPage(list, 0)).toMatchObject({ total: 25, whole: true, missing: 35 });
  });
});
