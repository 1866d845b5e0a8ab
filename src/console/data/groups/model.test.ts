import { expect, it } from 'vitest';
import { filterGroups } from './filter.ts';
import { buildModel } from './model.ts';

const record = (id: number, parent: number | '', name = `Group ${id}`) => ({
  name,
  group_resource: `/groups/${id}`,
  parent_resource: parent === '' ? '' : `/groups/${parent}`,
});

it('counts each group once, and omits records whose path is not understood', () => {
  const paths = ['/groups/1', '/groups/1', '/teams/x', ''];
  expect(buildModel([{}, ...paths.map((path) => ({ group_resource: path }))]).size).toBe(1);
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

it('sorts many siblings by name as it sorts few', () => {
  const ids = Array.from({ length: 2500 }, (_, index) => ((index * 7919) % 2500) + 1);
  const model = buildModel([record(0, ''), ...ids.map((id) => record(id, 0))]);
  expect(model.children(0)).toEqual(ids.toSorted((one, other) => one - other));
});

it('finds groups anywhere, and nothing across two groups', () => {
  const model = buildModel(
    Array.from({ length: 4097 }, (_, id) => record(id, id === 0 ? '' : 0, `Site ${id}!`)),
  );
  for (const id of [0, 2047, 4096])
    expect([...(filterGroups(model, `site ${id}!`)?.hits ?? [])]).toEqual([id]);
  expect(filterGroups(model, '!\n\nsite')?.hits.size).toBe(0);
  expect(filterGroups(model, 'site 0!/')?.hits.size).toBe(model.size - 1);
});

it('names a group by its path if its name looks empty', () => {
  expect(buildModel([record(7, '', '\u2800')]).get(7)?.name).toBe('(no visible name) /groups/7');
});
