import { expect, it } from 'vitest';
import { runToEnd } from '../../lib/slices/slices.ts';
import { filterGroups } from './filter.ts';
import { GroupColumns } from './group-columns.ts';
import { buildModel, modelInSlices } from './model.ts';
import { blockSize } from './search-index.ts';

const record = (id: number, parent: number | '', name = `Group ${id}`) => ({
  name,
  group_resource: `/groups/${id}`,
  parent_resource: parent === '' ? '' : `/groups/${parent}`,
});

it("counts each group once, and rejects records whose path it doesn't understand", () => {
  const columns = new GroupColumns();
  const paths = ['/groups/1', '/groups/1', '/teams/x', '', undefined];
  const added = paths.map((path) => columns.add(path === undefined ? {} : { group_resource: path }));
  expect(added).toEqual([true, true, false, false, false]);
  expect(columns.size).toBe(1);
  expect(runToEnd(modelInSlices(columns)).size).toBe(1);
});

it('keeps what a later record of the same group says', () => {
  const model = buildModel([
    record(0, ''),
    record(1, 0, 'Old'),
    record(2, 1),
    record(1, 2, 'New'),
    record(2, 0),
  ]);
  expect(model.get(1)).toEqual({ id: 1, name: 'New', description: '', parent: 2 });
  expect([model.size, model.below(0), model.below(2)]).toEqual([3, 2, 1]);
});

it('finds parents that arrive after their children', () => {
  const model = buildModel([record(3, 2), record(2, 1), record(4, 2), record(1, 0), record(0, '')]);
  expect(model.children(2)).toEqual([3, 4]);
  expect(model.below(0)).toBe(4);
});

it('leaves a model as it was when groups are added', () => {
  const columns = new GroupColumns();
  for (const group of [record(0, ''), record(1, 0)]) columns.add(group);
  const before = runToEnd(modelInSlices(columns));
  columns.add(record(2, 1));
  expect([before.size, before.has(2), before.get(2), before.children(1)]).toEqual([2, false, undefined, []]);
  expect(filterGroups(before, 'group')?.firstHits(9)).toEqual([0, 1]);
  expect(runToEnd(modelInSlices(columns)).children(1)).toEqual([2]);
});

it('sorts many siblings by name as it sorts few', () => {
  const ids = Array.from({ length: 2500 }, (_, index) => ((index * 7919) % 2500) + 1);
  const model = buildModel([record(0, ''), ...ids.map((id) => record(id, 0))]);
  expect(model.children(0)).toEqual(ids.toSorted((one, other) => one - other));
});

it('finds groups in every block of the index, and nothing across two groups', () => {
  const model = buildModel(
    Array.from({ length: 2 * blockSize + 1 }, (_, id) => record(id, id === 0 ? '' : 0, `Site ${id}!`)),
  );
  for (const id of [0, blockSize - 1, blockSize, 2 * blockSize])
    expect(filterGroups(model, `site ${id}!`)?.firstHits(2)).toEqual([id]);
  expect(filterGroups(model, '!\n\nsite')?.hitCount).toBe(0);
  expect(filterGroups(model, 'site 0!/')?.hitCount).toBe(model.size - 1);
});
