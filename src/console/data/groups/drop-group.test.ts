import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { buildModel } from './model.ts';
import { dropGroup, treeQuery } from './queries.ts';

const record = (id: number, parent: number | '') => ({
  name: `Group ${id}`,
  description: `No. ${id}`,
  group_resource: `/groups/${id}`,
  parent_resource: parent === '' ? '' : `/groups/${parent}`,
});

/** A tree as loaded: 0 above 1 and 2, 1 above 3, 3 above 4; 5's parent isn't visible. */
function loadedTree() {
  const client = new QueryClient();
  const model = buildModel([
    record(4, 3),
    record(0, ''),
    record(1, 0),
    record(2, 0),
    record(3, 1),
    record(5, 9),
  ]);
  const { queryKey } = treeQuery(client);
  client.setQueryData(queryKey, { model, loaded: 6, total: 8, complete: false, unread: 0 });
  return {
    client,
    tree: () => client.getQueryData(queryKey),
    before: client.getQueryData(queryKey),
  };
}

it('removes a group with everything below it, and keeps the others as they are', () => {
  const { client, tree } = loadedTree();
  dropGroup(client, '/groups/1');
  expect(tree()).toMatchObject({ loaded: 3, total: 5, complete: false });
  const model = tree()?.model;
  expect([1, 3, 4].map((id) => model?.has(id))).toEqual([false, false, false]);
  expect(model?.children()).toEqual([0, 5]);
  expect(model?.children(0)).toEqual([2]);
  expect(model?.get(2)).toEqual({ id: 2, name: 'Group 2', description: 'No. 2', parent: 0 });
  expect(model?.get(5)?.orphanReason).toBe('parent not visible');
});

it('changes nothing for other records', () => {
  const { client, tree, before } = loadedTree();
  for (const path of ['/groups/7', '/users/1', '', '/groups/x']) dropGroup(client, path);
  expect(tree()).toBe(before);
});
