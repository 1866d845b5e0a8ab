import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { countRecords, loadAll, pageSize, type ListPage } from './lists.ts';
import { serviceMode } from './traits.ts';

describe('loadAll', () => {
  const all = Array.from({ length: 2500 }, (_, id) => ({ id }));
  const idOf = ({ id }: { id: number }) => id;
  const load = async (respond: (start: number) => ListPage<{ id: number }>) => {
    const starts: number[] = [];
    const seen: number[] = [];
    const { total, complete, records } = await loadAll(
      async (start) => {
        starts.push(start);
        if (starts.length > 12) throw new Error('does not end');
        return respond(start);
      },
      idOf,
      { onProgress: (loaded) => seen.push(loaded.size) },
    );
    return { starts, seen, ids: records.length, total, complete };
  };
  const page = (start: number) => all.slice(start, start + pageSize);

  it('asks for no more than a service counts that is known to count all', async () => {
    serviceMode.set('embedded');
    const result = await load((start) => ({ rows: all.length, data: page(start) }));
    const noMore = () => Promise.reject(new Error('one request too many'));
    const counted = await countRecords({ rows: 2, data: all.slice(0, 2) }, noMore, idOf, 100);
    const short = await load(() => ({ rows: 2, data: all.slice(0, 2) }));
    serviceMode.set(undefined);
    expect(short).toMatchObject({ starts: [0], ids: 2, total: 2, complete: true });
    expect(result).toMatchObject({ starts: [0, 1000, 2000], ids: 2500, complete: true });
    expect(counted).toEqual({ count: 2, exact: true });
  });

  it('fetches page after page', async () => {
    const result = await load((start) => ({ rows: all.length, data: page(start) }));
    expect(result).toEqual({
      starts: [0, 1000, 2000, 2500],
      seen: [1000, 2000, 2500],
      ids: 2500,
      total: 2500,
      complete: true,
    });
  });

  it.each([
    ['one record', 1, 9],
    ['seven records', 7, 60],
    ['a hundred records', 100, 100],
    ['pages of its own size above ours', 1500, 2500],
  ])(
    'loads everything from a service that returns %s per page and counts only those',
    async (_, size, many) => {
      const some = all.slice(0, many);
      const result = await load((start) => {
        const data = some.slice(start, start + size);
        return { rows: data.length, data };
      });
      expect(result).toMatchObject({ ids: many, total: many, complete: true });
    },
  );

  it('reports an incomplete list', async () => {
    const first = all.slice(0, 25);
    const stuck = await load(() => ({ rows: 60, data: first }));
    expect(stuck).toMatchObject({ ids: 25, total: 60, complete: false });
    const shrinking = await load((start) =>
      start < 50 ? { rows: 60, data: all.slice(start, start + 25) } : { rows: 60, data: [] },
    );
    expect(shrinking).toMatchObject({ ids: 50, total: 60, complete: false });
  });

  it("counts each record that it can't read once, and loads the others", async () => {
    const some = ['/groups/1', 'x', 'y', undefined, '/groups/2', '/groups/3'].map((path) => ({ path }));
    const loadSome = (respond: (start: number) => ListPage<{ path: string | undefined }>) =>
      loadAll(
        async (start) => respond(start),
        ({ path }) => (path?.startsWith('/groups/') ? path : undefined),
      );
    const expected = { records: [some[0], some[4], some[5]], total: 6, complete: false, unread: 3 };
    expect(await loadSome(() => ({ rows: 6, data: some }))).toEqual(expected);
    const paged = (start: number) => ({ rows: 6, data: some.slice(start, start + 1) });
    expect(await loadSome(paged)).toEqual(expected);
    expect(await loadSome((start) => ({ ...paged(start), rows: 1 }))).toEqual(expected);
  });

  it('treats only a rejected offset beyond the end as the end', async () => {
    const refusing = (most: number, status: number) =>
      load((start) => {
        if (start >= most) throw new ApiError('problem', status, [`refused with ${status}`]);
        return { rows: 40, data: all.slice(start, Math.min(start + 20, 40)) };
      });
    for (const status of [400, 404, 416, 422])
      expect(await refusing(40, status)).toMatchObject({ ids: 40, complete: true });
    await expect(refusing(40, 403)).rejects.toThrow('refused with 403');
    await expect(refusing(20, 400)).rejects.toThrow('refused with 400');
  });

  it('handles a service that ignores the parameters', async () => {
    expect(await load(() => ({ rows: all.length, data: all }))).toMatchObject({
      starts: [0, 2500],
      ids: 2500,
      complete: true,
    });
  });

  it('continues if rows counts only the page', async () => {
    const result = await load((start) => ({ rows: page(start).length, data: page(start) }));
    expect(result.ids).toBe(2500);
  });

  it('stops if the service repeats a page', async () => {
    const result = await load(() => ({ rows: all.length, data: page(0) }));
    expect(result).toMatchObject({ starts: [0, 1000], ids: 1000, complete: false });
  });

  it('handles smaller pages than requested', async () => {
    const result = await load((start) => ({ rows: all.length, data: all.slice(start, start + 500) }));
    expect(result.ids).toBe(2500);
  });

  it('fetches one page after the other', async () => {
    let waiting = 0;
    let most = 0;
    const { records } = await loadAll(
      async (start) => {
        waiting += 1;
        most = Math.max(most, waiting);
        await new Promise((resolve) => setTimeout(resolve, 1));
        waiting -= 1;
        return { rows: all.length, data: page(start) };
      },
      ({ id }) => id,
    );
    expect(records.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(most).toBe(1);
  });

  it('misses nothing if a page in the middle is smaller', async () => {
    const result = await load((start) => ({
      rows: all.length,
      data: start === 1000 ? all.slice(1000, 1400) : page(start),
    }));
    expect(result.ids).toBe(2500);
  });

  it('fails with the error of the awaited page', async () => {
    const failing = load((start) => {
      if (start === 1000) throw new Error('no page 2');
      if (start > 1000) throw new Error('no page 3');
      return { rows: all.length, data: page(start) };
    });
    await expect(failing).rejects.toThrow('no page 2');
  });

  describe('with larger pages', () => {
    const many = Array.from({ length: 25_000 }, (_, id) => ({ id }));
    const loadLarge = async (respond: (start: number, limit: number) => ListPage<{ id: number }>) => {
      const requests: string[] = [];
      const { complete, records } = await loadAll(
        async (start, limit) => {
          requests.push(`${start}+${limit}`);
          return respond(start, limit);
        },
        idOf,
        { maxPageSize: 10_000 },
      );
      return { requests, ids: records.length, complete };
    };
    const upTo = (most: number) => (start: number, limit: number) => ({
      rows: many.length,
      data: many.slice(start, start + Math.min(limit, most)),
    });

    it('requests them after a first page of the usual size', async () => {
      expect(await loadLarge(upTo(10_000))).toEqual({
        requests: ['0+1000', '1000+10000', '11000+10000', '21000+10000', '25000+1000'],
        ids: 25_000,
        complete: true,
      });
    });

    it.each([100, 1000, 4000])('loads everything from a service with at most %d per page', async (most) => {
      const { requests, ids, complete } = await loadLarge(upTo(most));
      expect({ ids, complete }).toEqual({ ids: 25_000, complete: true });
      expect(requests.filter((request) => request.endsWith('+10000')).length).toBeLessThanOrEqual(3);
    });

    it('returns to pages of the usual size if larger ones are rejected and the default is smaller', async () => {
      const { requests, ids } = await loadLarge((start, limit) =>
        upTo(limit > 1000 ? 100 : 1000)(start, limit),
      );
      expect(ids).toBe(25_000);
      expect(requests.length).toBeLessThan(35);
    });

    it.each([400, 413, 422, 504])(
      'requests the usual size again if larger pages fail with %d',
      async (status) => {
        const { requests, ids, complete } = await loadLarge((start, limit) => {
          if (limit > 1000) throw new ApiError('problem', status, ['too large']);
          return upTo(1000)(start, limit);
        });
        expect({ ids, complete }).toEqual({ ids: 25_000, complete: true });
        expect(requests.slice(0, 3)).toEqual(['0+1000', '1000+10000', '1000+1000']);
        expect(requests.slice(2).every((request) => request.endsWith('+1000'))).toBe(true);
      },
    );

    it('keeps what it has if only a later page fails', async () => {
      const { requests, ids } = await loadLarge((start, limit) => {
        if (start === 11_000 && limit > 1000) throw new Error('timed out');
        return upTo(10_000)(start, limit);
      });
      expect(ids).toBe(25_000);
      expect(requests.filter((request) => request.startsWith('1000+'))).toEqual(['1000+10000']);
    });

    it('stays with the usual size if a service ignores the parameters', async () => {
      const { requests } = await loadLarge(() => ({ rows: many.length, data: many }));
      expect(requests).toEqual(['0+1000', '25000+1000']);
    });
  });
});
