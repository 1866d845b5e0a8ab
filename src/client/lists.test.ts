import { describe, expect, it } from 'vitest';
import { ApiError } from './errors.ts';
import type { ServiceKind } from './kind.ts';
import { createLists, type ListPage } from './lists.ts';

const all = Array.from({ length: 2500 }, (_, id) => ({ id }));

async function load(kind: ServiceKind, respond: (start: number, limit: number) => ListPage<{ id: number }>) {
  const { loadAll } = createLists(
    () => Promise.reject(new Error('not called')),
    () => kind === 'documented',
  );
  const requests: string[] = [];
  const seen: number[] = [];
  const result = await loadAll(
    async (start, limit) => {
      requests.push(`${start}+${limit}`);
      if (requests.length > 12) throw new Error('does not end');
      return respond(start, limit);
    },
    ({ id }) => id,
    { maxPageSize: 2000, onProgress: (loaded) => seen.push(loaded.size) },
  );
  return { ...result, ids: result.records.length, requests, seen };
}

describe('a list of a complete service', () => {
  const page = (start: number, limit: number) => ({ rows: 2500, data: all.slice(start, start + limit) });

  it('is loaded until all that it counts is there, in larger pages after the first', async () => {
    expect(await load('complete', page)).toMatchObject({
      requests: ['0+1000', '1000+2000'],
      seen: [1000],
      ids: 2500,
      total: 2500,
      complete: true,
    });
    expect((await load('complete', () => ({ rows: 0, data: [] }))).requests).toEqual(['0+1000']);
  });

  it("is incomplete if the service doesn't return all of it", async () => {
    const short = (start: number) => ({ rows: 60, data: all.slice(start, Math.min(start + 25, 50)) });
    expect(await load('complete', short)).toMatchObject({ ids: 50, total: 60, complete: false });
  });

  it('fails with the error of the page that failed', async () => {
    const failing = load('complete', (start, limit) => {
      if (start > 0) throw new ApiError('problem', 400, ['no page 2']);
      return page(start, limit);
    });
    await expect(failing).rejects.toThrow('no page 2');
  });
});

describe('a list of a documented service', () => {
  const some = all.slice(0, 60);
  const pages = (size: number) => (start: number) => some.slice(start, start + size);

  it.each<readonly [string, (start: number) => ListPage<{ id: number }>]>([
    ["isn't paged", () => ({ rows: 60, data: some })],
    ['counts all', (start) => ({ rows: 60, data: pages(25)(start) })],
    ['counts only the page', (start) => ({ rows: pages(25)(start).length, data: pages(25)(start) })],
  ])('is loaded until nothing new comes: it %s', async (_, respond) => {
    expect(await load('documented', respond)).toMatchObject({ ids: 60, total: 60, complete: true });
  });

  it.each([400, 404, 416, 422])('may end with status %d', async (status) => {
    const rejecting = (start: number) => {
      if (start >= 60) throw new ApiError('problem', status, ['refused']);
      return { rows: 60, data: pages(25)(start) };
    };
    expect(await load('documented', rejecting)).toMatchObject({ ids: 60, complete: true });
  });

  it("doesn't end because a page failed", async () => {
    const failing = load('documented', (start) => {
      if (start > 0) throw new ApiError('problem', 403, ['refused']);
      return { rows: 60, data: pages(25)(0) };
    });
    await expect(failing).rejects.toThrow('refused');
    const same = () => ({ rows: 60, data: pages(25)(0) });
    expect(await load('documented', same)).toMatchObject({ ids: 25, complete: false });
  });
});
