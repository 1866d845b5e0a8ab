import { describe, expect, it } from 'vitest';
import { msg } from '../../lib/text.ts';
import { csvCell, shownColumns, type Column } from './columns.ts';
import {
  arrangeItems,
  choosing,
  isFiltered,
  type Filter,
  type ListState,
  directionOf,
  sortedBy,
  sortItems,
} from './list-state.ts';
import { rowAfter } from '../rows/row-keyboard.ts';
import { currentIndex } from './use-active-row.ts';

interface Item {
  name: string;
  size: number;
}

const columns: Column<Item>[] = [
  { id: 'name', header: 'Name', width: '1fr', text: ({ name }) => name, sort: true },
  {
    id: 'size',
    header: 'Size',
    width: '1fr',
    text: ({ size }) => `${size} B`,
    sort: ({ size }) => size,
    optional: true,
  },
  { id: 'kind', header: 'Kind', width: '1fr', text: () => 'file' },
];

describe('columns', () => {
  const idsOf = (toggled: string[]) => shownColumns(columns, toggled).map(({ id }) => id);

  it('hides optional ones until they are shown, and others once they are hidden', () => {
    expect(idsOf([])).toEqual(['name', 'kind']);
    expect(idsOf(['size', 'kind'])).toEqual(['name', 'size']);
  });

  it('always shows the first one', () => {
    expect(idsOf(['name', 'kind', 'no longer a column'])).toEqual(['name']);
  });
});

it('writes names into CSV files without the marks of sentences around them', () => {
  const column: Column<Item> = { ...columns[0]!, text: ({ name }) => msg`${[name, 'b']}` };
  expect(csvCell(column, { name: 'מפתח', size: 1 })).toBe('מפתח, b');
  expect(csvCell({ ...column, verbatim: true, text: ({ name }) => name }, { name: '\u2068a', size: 1 })).toBe(
    '\u2068a',
  );
});

describe('sorting', () => {
  const items = [
    { name: 'b10', size: 9 },
    { name: 'B9', size: 10 },
    { name: 'a', size: 9 },
  ];
  const sorted = (sort: string) => sortItems(items, columns, sort).map(({ name }) => name);

  it('compares text without case and with numbers in it as numbers', () => {
    expect(sorted('name')).toEqual(['a', 'B9', 'b10']);
    expect(sorted('-name')).toEqual(['b10', 'B9', 'a']);
  });

  it('compares numbers as such, and keeps the order of equal items', () => {
    expect(sorted('size')).toEqual(['b10', 'a', 'B9']);
    expect(sorted('-size')).toEqual(['B9', 'b10', 'a']);
  });

  it('ignores unknown and unsortable columns', () => {
    expect(sortItems(items, columns, '-unknown')).toBe(items);
    expect(sortItems(items, columns, 'kind')).toBe(items);
    expect(sortItems(items, columns, undefined)).toBe(items);
  });

  it('reverses on a second click, and starts ascending on another column', () => {
    expect(sortedBy({ sort: undefined }, 'name').sort).toBe('name');
    expect(sortedBy({ sort: 'name' }, 'name').sort).toBe('-name');
    expect(sortedBy({ sort: '-name' }, 'name').sort).toBe('name');
    expect(sortedBy({ sort: '-size' }, 'name').sort).toBe('name');
    expect(directionOf('-name', 'name')).toBe('descending');
    expect(directionOf('-name', 'size')).toBeUndefined();
  });
});

describe('filtering', () => {
  const filters: Filter<Item>[] = [
    {
      id: 'size',
      label: 'Size',
      options: [
        { value: 'small', label: 'Small' },
        { value: 'large', label: 'Large' },
      ],
      valuesOf: ({ size }) => [size < 10 ? 'small' : 'large'],
    },
    { id: 'letter', label: 'Letter', options: [], valuesOf: ({ name }) => name.split('') },
  ];
  const items = [
    { name: 'a', size: 9 },
    { name: 'ab', size: 10 },
    { name: 'b', size: 11 },
  ];
  const found = (state: ListState) => arrangeItems(items, columns, filters, state).map(({ name }) => name);

  it('keeps items with any chosen value of every filter', () => {
    expect(found({})).toEqual(['a', 'ab', 'b']);
    expect(found({ size: 'large' })).toEqual(['ab', 'b']);
    expect(found({ size: 'small,large' })).toEqual(['a', 'ab', 'b']);
    expect(found({ size: 'large', letter: 'a' })).toEqual(['ab']);
    expect(found({ size: 'huge' })).toEqual([]);
  });

  it('searches hidden columns too, for every word', () => {
    expect(found({ q: 'A 10' })).toEqual(['ab']);
    expect(found({ q: 'file', sort: '-name' })).toEqual(['b', 'ab', 'a']);
  });

  it('adds and removes values', () => {
    const filter = { id: 'size' };
    expect(choosing({ q: 'x' }, filter, ['small', 'large'])).toEqual({ q: 'x', size: 'small,large' });
    expect(choosing({ size: 'small' }, filter, [])).toEqual({ size: undefined });
    expect(isFiltered({ q: 'x' }, filters)).toBe(false);
    expect(isFiltered({ size: 'small' }, filters)).toBe(true);
  });
});

describe('moving between rows', () => {
  it.each([
    ['ArrowDown', 5, 10, 6],
    ['ArrowUp', 5, 10, 4],
    ['PageDown', 5, 10, 9],
    ['PageUp', 5, 10, 0],
    ['Home', 5, 10, 0],
    ['End', 5, 10, 9],
    ['a', 5, 10, undefined],
    ['ArrowDown', 0, 1, 0],
    ['ArrowUp', 0, 1, 0],
  ])('moves with %s from row %i of %i to %s', (key, from, rows, to) => {
    expect(rowAfter(key, from, 8, rows)).toBe(to);
  });
});

describe('the active row', () => {
  const indexIn = (keys: (string | undefined)[], index: number, key?: string) =>
    currentIndex({ index, key }, keys.length, (at) => keys[at]);

  it('follows its record when the rows are sorted', () => {
    expect(indexIn(['c', 'b', 'a'], 0, 'a')).toBe(2);
  });

  it('is the one in its place when its record is removed, or the last one', () => {
    expect(indexIn(['a', 'c'], 1, 'b')).toBe(1);
    expect(indexIn(['a'], 1, 'b')).toBe(0);
  });

  it('stays where rows are not loaded', () => {
    expect(indexIn(['a', undefined, 'b'], 1, 'b')).toBe(1);
  });
});
