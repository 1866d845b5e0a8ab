import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readGroup } from '../service/groups.ts';
import { serviceMode } from '../service/traits.ts';
import { buildModel } from './model.ts';
import { createGroup, treeQuery, updateGroup } from './queries.ts';
import { queryClient } from '../../query-client.ts';

it('keeps the identity of a model in the query cache', () => {
  queryClient.clear();
  const query = { ...treeQuery, enabled: false };
  const observer = new QueryObserver(queryClient, query);
  const record = (id: number) => ({
    name: `Group ${id}`,
    group_resource: `/groups/${id}`,
    parent_resource: '',
  });
  for (const records of [[record(1)], [record(1), record(2)]]) {
    const model = buildModel(records);
    queryClient.setQueryData(query.queryKey, {
      model,
      loaded: records.length,
      total: 2,
      complete: false,
      unread: 0,
    });
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
  queryClient.clear();
  expect(await queryClient.fetchQuery(treeQuery)).toMatchObject({ loaded: 2_500, complete: true });
  expect(requested.filter((start) => start === '0')).toHaveLength(1);
});

it.each([
  [404, 1, 404],
  [405, 1, 404],
  // It may be one that isn't listed.
  [405, 2, 405],
  [400, 1, 404],
  [403, 1, 403],
  [403, 2, 403],
])('reads from a list of groups that one was deleted: %#', async (status, rows, concluded) => {
  vi.stubGlobal('location', { pathname: '/groups', search: '' });
  const data = [{ name: 'Default', group_resource: '/groups/0', parent_resource: '' }];
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/groups/')
      ? Response.json({ detail: ['no'] }, { status })
      : Response.json({ rows, data, start: 0 }),
  );
  await expect(readGroup(0)).resolves.toMatchObject({ name: 'Default' });
  await expect(readGroup(9)).rejects.toMatchObject({ status: concluded });
});

describe('creating a group', () => {
  const own = '/groups/1';
  const elsewhere = '/groups/2';

  /** Creates a group on a service that lacks some endpoints. @returns the requests, and where it was created */
  async function create(parent: string, lacking: Record<string, number>) {
    const requests: string[] = [];
    vi.stubGlobal('location', { pathname: '/groups', search: '' });
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
      const [path = ''] = address.replace('/api', '').split('?');
      requests.push(`${method} ${path}`);
      const status = lacking[requests.at(-1) ?? ''];
      if (status !== undefined) return Response.json({ detail: ['no such path'] }, { status });
      if (method === 'GET') return Response.json({ rows: 0, data: [] });
      const at = path === '/groups' ? own : path.replace(/\/groups$/, '');
      return Response.json(
        { name: 'New', group_resource: '/groups/9', parent_resource: at },
        { status: 201 },
      );
    });
    const data = { name: 'New', description: '' };
    const result = createGroup(Number(parent.split('/').at(-1)), own, data).then(
      (created) => 'done' in created && created.done && created.record?.parent_resource,
      (error: Error) => error.message,
    );
    return { result: await result, requests };
  }

  it.each([
    ['with POST /groups below the own group', own, {}, own, ['POST /groups']],
    ['with the extension below another', elsewhere, {}, elsewhere, ['POST /groups/2/groups']],
    [
      'with the extension below the own group if the service lacks POST /groups',
      own,
      { 'POST /groups': 405 },
      own,
      ['POST /groups', 'POST /groups/1/groups'],
    ],
    [
      'below the own group if the service lacks the extension, by 405',
      elsewhere,
      { 'POST /groups/2/groups': 405 },
      own,
      ['POST /groups/2/groups', 'POST /groups'],
    ],
    [
      'below the own group if the service lacks the extension, by 404',
      elsewhere,
      { 'POST /groups/2/groups': 404, 'GET /groups/1/groups': 404 },
      own,
      ['POST /groups/2/groups', 'GET /groups/1/groups', 'POST /groups'],
    ],
    [
      'nowhere if the parent group was deleted',
      elsewhere,
      { 'POST /groups/2/groups': 404 },
      'no such path',
      ['POST /groups/2/groups', 'GET /groups/1/groups'],
    ],
  ])('happens %s', async (_, parent, lacking, result, requests) => {
    expect(await create(parent, lacking)).toEqual({ result, requests });
  });
});

describe('updateGroup', () => {
  const bodyFor = (current: object): unknown =>
    JSON.parse(updateGroup(5, 'EMEA', { name: 'Europe' }, current).preview().body);
  const current = { name: 'EMEA', description: 'Offices', group_resource: '/groups/5' };
  beforeEach(() => vi.stubGlobal('location', { origin: 'http://console' }));
  afterEach(() => serviceMode.set(undefined));

  it('sends a remote service both fields, because it may replace the group', () => {
    expect(bodyFor(current)).toEqual({ data: { name: 'Europe', description: 'Offices' } });
  });
  it('sends no field that the service has not reported', () => {
    expect(bodyFor({ ...current, description: '', unreported: ['description'] })).toEqual({
      data: { name: 'Europe' },
    });
  });
  it('sends the embedded service what has changed, and keeps the changes of others', () => {
    serviceMode.set('embedded');
    expect(bodyFor(current)).toEqual({ data: { name: 'Europe' } });
  });
});
