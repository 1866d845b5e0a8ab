import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { boundedArray } from './groups/group-imports.ts';

describe('boundedArray', () => {
  const checked: unknown[] = [];
  const element = z.string('must be a string').check(z.trim());
  const counting = z.pipe(
    z.transform((value: unknown) => {
      checked.push(value);
      return value;
    }),
    element,
  );
  const schema = boundedArray(counting, 5000, 'must be a list').check(
    z.minLength(1, 'must not be empty'),
    z.maxLength(5000, 'must be at most 5000 lines'),
  );
  const problemsOf = (value: unknown) => z.safeParse(schema, value).error?.issues ?? [];

  it('parses every entry', () => {
    expect(schema.parse(Array.from({ length: 5000 }, (_, index) => ` ${index} `))).toEqual(
      Array.from({ length: 5000 }, (_, index) => String(index)),
    );
  });

  it('reports the index of each problem', () => {
    expect(problemsOf(['a', 1, 'b', null])).toMatchObject([
      { path: [1], message: 'must be a string' },
      { path: [3], message: 'must be a string' },
    ]);
  });

  it('stops after a thousand problems', () => {
    checked.length = 0;
    expect(problemsOf(Array(5000).fill(1))).toHaveLength(limits.problemsCounted);
    expect(checked).toHaveLength(limits.problemsCounted);
  });

  it("checks the array's length without parsing an array that's too long", () => {
    checked.length = 0;
    expect(problemsOf([])).toMatchObject([{ message: 'must not be empty' }]);
    expect(problemsOf({})).toMatchObject([{ message: 'must be a list' }]);
    expect(problemsOf(Array(5001).fill(1))).toMatchObject([{ message: 'must be at most 5000 lines' }]);
    expect(checked).toEqual([]);
  });
});
