import { describe, expect, it } from 'vitest';
import { loadAll, pageSize, type ListPage } from './load-all.ts';

describe('loading', () => {
  const all = Array.from({ length: 2500 }, (_, id) => ({ id }));
  const load = async (answer: (start: number) => ListPage<{ id: number }>) => {
    const starts: number[] = [];
    const seen: number[] = [];
    const result = await loadAll(
      async (start) => {
        starts.push(start);
        if (starts.length > 10) throw new Error('does not end');
        return answer(start);
      },
      ({ id }) => id,
      ({ loaded, records }) => {
        expect(records()).toHaveLength(loaded);
        seen.push(loaded);
      },
    );
    return { starts, seen, ids: result.records.length };
  };
  const page = (start: number) => all.slice(start, start + pageSize);

  it('asks for page after page', async () => {
    const result = await load((start) => ({ rows: all.length, data: page(start) }));
    expect(result).toEqual({ starts: [0, 1000, 2000], seen: [1000, 2000, 2500], ids: 2500 });
  });

  it('takes everything from a service that ignores the parameters', async () => {
    expect(await load(() => ({ rows: all.length, data: all }))).toMatchObject({
      starts: [0],
      ids: 2500,
    });
  });

  it('goes on where rows counts the page', async () => {
    const result = await load((start) => ({ rows: page(start).length, data: page(start) }));
    expect(result.ids).toBe(2500);
  });

  it('stops where start stands still', async () => {
    const result = await load(() => ({ rows: all.length, data: page(0) }));
    expect(result).toMatchObject({ starts: [0, 1000, 2000], ids: 1000 });
  });

  it('takes smaller pages than it asked for', async () => {
    const result = await load((start) => ({ rows: all.length, data: all.slice(start, start + 500) }));
    expect(result.ids).toBe(2500);
  });

  it('asks ahead for one page more than it waits for', async () => {
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
    expect(most).toBe(2);
  });

  it('misses nothing where a page in the middle is smaller than the others', async () => {
    const result = await load((start) => ({
      rows: all.length,
      data: start === 1000 ? all.slice(1000, 1400) : page(start),
    }));
    expect(result.ids).toBe(2500);
  });

  it('fails with the failure of the page that it waits for', async () => {
    const failing = load((start) => {
      if (start === 1000) throw new Error('no page 2');
      if (start > 1000) throw new Error('no page 3');
      return { rows: all.length, data: page(start) };
    });
    await expect(failing).rejects.toThrow('no page 2');
  });
});
