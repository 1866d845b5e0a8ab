import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { countRecords, type ListPage } from './lists.ts';

const ids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `/groups/${from + index}`);
const count = async (page: (start: number) => Promise<ListPage<string>>) =>
  countRecords(await page(0), page, (path) => path, 1);

describe('countRecords', () => {
  it('takes a total that exceeds the page, with one request', async () => {
    const starts: number[] = [];
    const page = (start: number) => {
      starts.push(start);
      return Promise.resolve({ rows: 1204, data: ids(start, start + 1) });
    };
    expect(await count(page)).toEqual({ count: 1204, exact: true });
    expect(starts).toEqual([0]);
  });

  it('counts an empty list', async () => {
    expect(await count(() => Promise.resolve({ rows: 0, data: [] }))).toEqual({
      count: 0,
      exact: true,
    });
  });

  it.each([
    ['ignores the page size', () => ({ rows: 6, data: ids(0, 6) }), 6, true],
    ['has a single record', (start: number) => ({ rows: 1, data: ids(0, 1).slice(start) }), 1, true],
    ['ignores the offset and counts only the page', () => ({ rows: 1, data: ids(0, 1) }), 1, false],
    ['counts only the page', (start: number) => ({ rows: 1, data: ids(start, start + 1) }), 2, false],
  ])('with a service that %s', async (_, page, expected, exact) => {
    expect(await count((start) => Promise.resolve(page(start)))).toEqual({ count: expected, exact });
  });

  it('knows that nothing follows if the service rejects the next offset, and reports other failures', async () => {
    const failing = (status: number) => (start: number) =>
      start === 0
        ? Promise.resolve({ rows: 3, data: ids(0, 3) })
        : Promise.reject(new ApiError('problem', status, ['rejected']));
    expect(await count(failing(416))).toEqual({ count: 3, exact: true });
    await expect(count(failing(503))).rejects.toThrow('rejected');
  });
});
