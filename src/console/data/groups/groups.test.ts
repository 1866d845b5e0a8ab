import { describe, expect, it } from 'vitest';
import { groupRecord as record } from '../../../testing/setups/console-records.ts';
import {
  decodeExpansion,
  encodeExpansion,
  expansionAddress,
  isOpen,
  readExpansion,
  withOpen,
} from './expansion.ts';
import { bestMatches, filterGroups } from './filter.ts';
import { buildModel, pathTo, subtree } from './model.ts';
import { hitRows, visibleRows } from './rows.ts';

const closed = { all: false, ids: new Set<number>() };
const open = { all: true, ids: new Set<number>() };

const sample = buildModel([
  record(0, '', 'Default'),
  record(1, 0, 'EMEA', 'Europe'),
  record(2, 1, 'Acme'),
  record(3, 2, 'Berlin'),
  record(4, 0, 'Americas'),
]);

describe('the group model', () => {
  it('sorts siblings by name, counts descendants and finds paths', () => {
    expect(sample.children(0)).toEqual([4, 1]);
    expect(sample.below(0)).toBe(4);
    expect(sample.below(1)).toBe(2);
    expect(pathTo(sample, 3)).toEqual([0, 1, 2, 3]);
    expect(subtree(sample, 1)).toEqual([2, 3]);
  });

  it('puts an orphan at the top with the reason', () => {
    const model = buildModel([record(7, 99), record(8, 7)]);
    expect(model.children()).toEqual([7]);
    expect(model.get(7)?.orphanReason).toBe('parent not visible');
    expect(pathTo(model, 8)).toEqual([7, 8]);
  });

  it('keeps every group of a cycle', () => {
    const model = buildModel([
      record(0, ''),
      record(1, 2),
      record(2, 3),
      record(3, 1),
      record(4, 3),
      record(5, 5),
    ]);
    const visible = visibleRows(model, open, undefined);
    expect(visible.map((row) => row.id).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
    expect([0, 1, 2, 3, 4, 5].filter((id) => model.get(id)?.orphanReason === 'part of a cycle')).toHaveLength(
      2,
    );
  });

  it('counts each group once, and omits records whose path is not understood', () => {
    const paths = ['/groups/1', '/groups/1', '/teams/x', ''];
    expect(buildModel([{}, ...paths.map((path) => ({ group_resource: path }))]).size).toBe(1);
  });

  it('keeps what a later record of the same group says', () => {
    const records = [record(0, ''), record(1, 0, 'Old'), record(2, 1), record(1, 2, 'New'), record(2, 0)];
    const model = buildModel(records);
    expect(model.get(1)).toEqual({ id: 1, name: 'New', description: '', parent: 2 });
    expect([model.size, model.below(0), model.below(2)]).toEqual([3, 2, 1]);
  });

  it('names a group by its path if its name looks empty', () => {
    expect(buildModel([record(7, '', '\u2800')]).get(7)?.name).toBe('(no visible name) /groups/7');
  });

  it('supports a chain of 1,000 groups', () => {
    const chain = Array.from({ length: 1000 }, (_, id) => record(id, id === 0 ? '' : id - 1));
    const model = buildModel(chain);
    expect(model.below(0)).toBe(999);
    expect(visibleRows(model, open, undefined).at(-1)).toMatchObject({ id: 999, level: 1000 });
  });
});

describe('visible rows', () => {
  it('lists open groups with level and position among siblings', () => {
    const visible = visibleRows(sample, withOpen(closed, [0], true), undefined);
    expect(visible).toEqual([
      { id: 0, level: 1, position: 1, siblings: 1, open: true },
      { id: 4, level: 2, position: 1, siblings: 2, open: undefined },
      { id: 1, level: 2, position: 2, siblings: 2, open: false },
    ]);
  });

  it('lists only the hits of a flat list, in tree order', () => {
    const filter = filterGroups(sample, 'a');
    const visible = filter ? hitRows(sample, filter) : [];
    expect(visible.map((row) => row.id)).toEqual([0, 4, 1, 2]);
    expect(visible.at(-1)).toEqual({ id: 2, level: 1, position: 4, siblings: 4, open: undefined });
    const berlin = filterGroups(sample, 'berlin');
    expect(berlin && hitRows(sample, berlin).map((row) => row.id)).toEqual([3]);
  });

  it('keeps hits in place and their children reachable', () => {
    const filter = filterGroups(sample, 'acme');
    expect(visibleRows(sample, closed, filter).map((row) => row.id)).toEqual([0, 1, 2]);
    expect(visibleRows(sample, withOpen(closed, [2], true), filter).map((row) => row.id)).toEqual([
      0, 1, 2, 3,
    ]);
  });

  it('opens a hit that contains other hits', () => {
    const nested = buildModel([
      record(0, '', 'Default'),
      record(4, 3, 'Acme Berlin Mitte'),
      record(1, 0, 'Acme'),
      record(2, 1, 'Acme Berlin'),
      record(3, 1, 'Sites'),
      record(5, 2, 'Roof'),
    ]);
    const filter = filterGroups(nested, 'acme');
    const visible = visibleRows(nested, closed, filter);
    expect(visible.map((row) => row.id)).toEqual([0, 1, 2, 3, 4]);
    expect(visible.filter((row) => filter?.hits.has(row.id))).toHaveLength(filter?.hits.size ?? 0);
    expect([filter?.hits, filter?.ancestors]).toEqual([new Set([4, 1, 2]), new Set([3, 1, 0])]);
  });
});

describe('the filter', () => {
  const hits = (text: string) => [...(filterGroups(sample, text)?.hits ?? [])];
  it.each([
    ['part of a name', 'ACM', [2]],
    ['a description', 'europe', [1]],
    ['an id', '3', [3]],
    ['a path', '/groups/4', [4]],
    ['parent names', 'emea/ac', [2]],
    ['a parent', 'emea/', [2]],
    ['nothing', 'zzz', []],
  ])('finds by %s', (_, text, expected) => {
    expect(hits(text)).toEqual(expected);
  });

  it('is inactive without text', () => {
    expect(filterGroups(sample, '  ')).toBeUndefined();
  });

  it('finds the group of that name first, then names that begin with it, then the rest', () => {
    const model = buildModel([
      record(0, '', 'Default'),
      record(1, 0, 'Acme', 'In EMEA'),
      record(2, 0, 'Team EMEA'),
      record(3, 0, 'EMEA North'),
      record(4, 0, 'EMEA'),
    ]);
    const found = (text: string, most: number) => bestMatches(model, text, most).map(({ id }) => id);
    expect(found('emea', 10)).toEqual([4, 3, 1, 2]);
    expect(found('emea', 1)).toEqual([4]);
    expect(found('default/EMEA', 1)).toEqual([4]);
    expect(found(' ', 2)).toEqual([0, 1]);
  });
});

describe('the expansion in the URL', () => {
  it('survives encoding and decoding', () => {
    for (const expansion of [
      closed,
      open,
      withOpen(closed, [1, 40, 99_999], true),
      withOpen(open, [5], false),
    ]) {
      expect(decodeExpansion(encodeExpansion(expansion))).toEqual(expansion);
    }
  });

  it("is kept in the history entry if it's too long, unless the URL is from elsewhere", () => {
    const many = withOpen(
      closed,
      Array.from({ length: 1_204 }, (_, id) => id),
      true,
    );
    const { open: part, wholeExpansion } = expansionAddress(many);
    expect(part.length).toBeLessThan(2_000);
    expect(readExpansion(part, wholeExpansion)).toEqual(many);
    expect(isOpen(readExpansion(part, undefined), 1_203)).toBe(true);
    expect(readExpansion('1.2', wholeExpansion)).toEqual({ all: false, ids: new Set([1, 2]) });
  });

  it("ignores anything that isn't an id", () => {
    expect(decodeExpansion('1.?.zz')).toEqual({ all: false, ids: new Set([1, 1295]) });
    expect(isOpen(withOpen(open, [5], false), 5)).toBe(false);
  });
});
