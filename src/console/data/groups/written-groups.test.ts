import { expect, it, onTestFinished } from 'vitest';
import { groupRecord as record } from '../../../testing/setups/console-records.ts';
import { serviceKind } from '../../api/kind.ts';
import { buildModel, type GroupModel } from './model.ts';
import { dropGroups, showGroup, treeQuery } from './queries.ts';
import { filterGroups } from './filter.ts';
import { queryClient } from '../../query-client.ts';

/** A tree as loaded: 0 above 1 and 2, 1 above 3, 3 above 4; 5's parent isn't visible. */
function loadedTree() {
  queryClient.clear();
  const records = [record(4, 3), record(0, ''), record(1, 0), record(2, 0), record(3, 1), record(5, 9)];
  const model = buildModel(records);
  const { queryKey } = treeQuery;
  queryClient.setQueryData(queryKey, { model, loaded: 6, total: 8, complete: false });
  return {
    tree: () => queryClient.getQueryData(queryKey),
    before: queryClient.getQueryData(queryKey),
  };
}

it('removes a group with everything below it, and keeps the others as they are', () => {
  const { tree } = loadedTree();
  dropGroups('/groups/1');
  expect(tree()).toMatchObject({ loaded: 3, total: 5, complete: false });
  const model = tree()?.model;
  expect([1, 3, 4].map((id) => model?.has(id))).toEqual([false, false, false]);
  expect(model?.children()).toEqual([0, 5]);
  expect(model?.children(0)).toEqual([2]);
  expect(model?.get(2)).toEqual({ id: 2, name: 'Group 2', description: '', parent: 0 });
  expect(model?.get(5)?.orphanReason).toBe('parent not visible');
});

it('changes nothing for other records', () => {
  const { tree, before } = loadedTree();
  for (const path of ['/groups/7', '/users/1', '', '/groups/x']) dropGroups(path);
  expect(tree()).toBe(before);
});

/** A tree's groups with their levels, by name, and how many are below each. */
function shapeOf(model: GroupModel, parent?: number): unknown[] {
  return model
    .children(parent)
    .map((id) => [model.get(id)?.name, model.below(id), model.childCount(id), shapeOf(model, id)]);
}

it('shows changed, new and deleted groups as a tree that is loaded again would', async () => {
  const { tree } = loadedTree();
  const records = new Map(
    [4, 0, 1, 2, 3, 5].map((id) => [id, record(id, { 4: 3, 1: 0, 2: 0, 3: 1, 5: 9 }[id] ?? '')]),
  );
  const write = async (id: number, change: Partial<ReturnType<typeof record>>) => {
    records.set(id, { ...(records.get(id) ?? record(id, '')), ...change });
    await showGroup(id, change);
  };
  const expectTree = () => {
    const model = tree()?.model;
    expect(model && shapeOf(model)).toEqual(shapeOf(buildModel(records.values())));
    expect(tree()?.loaded).toBe(records.size);
  };
  const writes = [
    [1, { name: 'Renamed' }],
    [6, record(6, 0)],
    [7, record(7, 4, 'A first child')],
    [5, { name: 'At the top' }],
    [6, { name: 'group 1' }],
  ] as const;
  for (const [id, change] of writes) {
    await write(id, change);
    expectTree();
  }
  const model = tree()?.model;
  expect([...((model && filterGroups(model, 'renamed')?.hits) ?? [])]).toEqual([1]);
  dropGroups('/groups/3');
  for (const id of [3, 4, 7]) records.delete(id);
  expectTree();
});

it('loads the tree again only if the place of a new group is unknown', async () => {
  loadedTree();
  const isReloaded = () => queryClient.getQueryState(treeQuery.queryKey)?.isInvalidated;
  await showGroup(1, { name: 'Renamed' });
  await showGroup(6, record(6, 0));
  dropGroups('/groups/2');
  expect(isReloaded()).toBe(false);
  await showGroup(8, record(8, 77));
  expect(isReloaded()).toBe(true);
});

it.each([
  ['documented', true],
  ['complete', false],
] as const)(
  'loads the tree again if subgroups may be left that are no longer shown, of a %s service: %s',
  (kind, isReloaded) => {
    onTestFinished(() => serviceKind.set(undefined));
    serviceKind.set(kind);
    const { tree } = loadedTree();
    const state = () => queryClient.getQueryState(treeQuery.queryKey)?.isInvalidated;
    dropGroups('/groups/2', '/groups/4', '/groups/5');
    expect(state()).toBe(false);
    dropGroups('/groups/1', '/groups/3');
    expect(state()).toBe(isReloaded);
    expect(tree()?.loaded).toBe(1);
  },
);
