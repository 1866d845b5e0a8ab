import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { groupRecord } from '../../../testing/setups/console-records.ts';
import { respondBy } from '../../../testing/setups/respond.ts';
import { readGroup, createGroup, treeQuery, updateGroup } from './queries.ts';
import { serviceKind } from '../../api/kind.ts';
import { queryClient } from '../../query-client.ts';

afterEach(() => serviceKind.set(undefined));

it('requests only the rejected page again while the service is overloaded', async () => {
  const groups = Array.from({ length: 2_500 }, (_, id) => groupRecord(id, id === 0 ? '' : 0));
  const requested: string[] = [];
  respondBy((address) => {
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

it('reads from the list of a documented service that a group was deleted', async () => {
  serviceKind.set('documented');
  const data = [groupRecord(0, '', 'Default')];
  respondBy(() => Response.json({ rows: 1, data, start: 0 }));
  await expect(readGroup(0)).resolves.toMatchObject({ name: 'Default' });
  await expect(readGroup(9)).rejects.toMatchObject({ status: 404 });
});

it.each([
  ['complete', '/groups/1', 'POST /groups'],
  ['complete', '/groups/2', 'POST /groups/2/groups'],
  ['documented', '/groups/2', 'POST /groups'],
  ['documented', '', 'POST /groups'],
] as const)('creates a group as a %s service offers it', async (kind, parent, expected) => {
  serviceKind.set(kind);
  const requests: string[] = [];
  respondBy((address, { method }) => {
    requests.push(`${method} ${address.replace('/api', '')}`);
    return Response.json({ name: 'New', group_resource: '/groups/9' }, { status: 201 });
  });
  const own = parent === '' ? '' : '/groups/1';
  const planned = createGroup(Number(parent.slice('/groups/'.length)), own, { name: 'New', description: '' });
  await planned.send();
  expect([planned.preview().line, ...requests]).toEqual([expected, expected]);
});

describe('updateGroup', () => {
  const bodyFor = (current: object): unknown =>
    JSON.parse(updateGroup(5, 'EMEA', { name: 'Europe' }, current).preview().body);
  const current = { name: 'EMEA', description: 'Offices', group_resource: '/groups/5' };
  beforeEach(() => vi.stubGlobal('location', { origin: 'http://console' }));

  it('sends a documented service both fields, because it may replace the group', () => {
    serviceKind.set('documented');
    expect(bodyFor(current)).toEqual({ data: { name: 'Europe', description: 'Offices' } });
  });
  it('sends a complete service what has changed, and keeps the changes of others', () => {
    serviceKind.set('complete');
    expect(bodyFor(current)).toEqual({ data: { name: 'Europe' } });
  });
});
