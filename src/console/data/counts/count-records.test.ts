import { describe, expect, it } from 'vitest';
import { countRecords } from './counts.ts';

const ids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `/groups/${from + index}`);
const keyOf = (path: string) => path;

describe('countRecords', () => {
  it('takes a total that exceeds the page, with one request', async () => {
    const starts: number[] = [];
    const page = (start: number) => {
      starts.push(start);
      return Promise.resolve({ rows: 1204, data: ids(start, start + 1) });
    };
    expect(await countRecords(page, keyOf)).toEqual({ count: 1204, exact: true });
    expect(starts).toEqual([0]);
  });

  it('counts an empty list', async () => {
    expect(await countRecords(() => Promise.resolve({ rows: 0, data: [] }), keyOf)).toEqual({
      count: 0,
      exact: true,
    });
  });

  it.each([
    ['ignores the page size', () => ({ rows: 6, data: ids(0, 6) }), 6, true],
    ['has a single record', (start: number) => ({ rows: 1, data: ids(0, 1).slice(start) }), 1, true],
    ['ignores the offset and counts only the page', () => ({ rows: 1, data: ids(0, 1) }), 1, false],
    ['counts only the page', (start: number) => ({ rows: 1, data: ids(start, start + 1) }), 2, false],
  ])('with a service that %s', async (_, page, count, exact) => {
    expect(await countRecords((start) => Promise.resolve(page(start)), keyOf)).toEqual({ count, exact });
  });

  it('knows that nothing follows if the service rejects the next offset, and reports other failures', async () => {
    const failing = (status: number) => (start: number) =>
      start === 0
        ? Promise.resolve({ rows: 3, data: ids(0, 3) })
        : Promise.reject(Object.assign(new Error('rejected'), { status }));
    expect(await countRecords(failing(416), keyOf)).toEqual({ count: 3, exact: true });
    await expect(countRecords(failing(503), keyOf)).rejects.toThrow('rejected');
  });
});
