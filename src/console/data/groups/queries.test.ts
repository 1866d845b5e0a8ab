import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
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

afterEach(() => vi.unstubAllGlobals());

it('requests only the rejected page again while the service is overloaded', async () => {
  const groups = Array.from({ length: 2_500 }, (_, id) => ({
    name: `Group ${id}`,
    group_resource: `/groups/${id}`,
    parent_resource: id === 0 ? '' : '/groups/0',
  }));
  vi.stubGlobal('location', { pathname: '/groups', search: '' });
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const start = Number(new URL(address, 'http://console').searchParams.get('start'));
    requested.push(String(start));
    if (start > 0 && requested.filter((one) => one === String(start)).length === 1)
      return Response.json({ detail: ['busy'] }, { status: 503, headers: { 'retry-after': '0' } });
    return Response.json({ rows: groups.length, data: groups.slice(start, start + 1_000) });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  expect(await client.fetchQuery(treeQuery(client))).toMatchObject({ loaded: 2_500, complete: true });
  expect(requested.filter((start) => start === '0')).toHaveLength(1);
});
