import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { buildModel } from './model.ts';
import { treeQuery } from './queries.ts';

it('keeps the identity of a model in the query cache', () => {
  const client = new QueryClient();
  const query = { ...treeQuery(client), enabled: false };
  const observer = new QueryObserver(client, query);
  const record = (id: number) => ({
    name: `Group ${id}`,
    group_resource: `/groups/${id}`,
    parent_resource: '',
  });
  for (const records of [[record(1)], [record(1), record(2)]]) {
    const model = buildModel(records);
    client.setQueryData(query.queryKey, { model, loaded: records.length, total: 2, complete: false });
    expect(observer.getCurrentQuery().state.data?.model).toBe(model);
  }
});
