import { describe, expect, it } from 'vitest';
import { withRecordPaths } from './record-paths.ts';

const variants = [
  ['a prefix', (path: string) => `/api/v10${path}`],
  ['a base URL', (path: string) => `https://service.example:8443/api${path}`],
  ['a trailing slash', (path: string) => `${path}/`],
  ['no leading slash', (path: string) => path.slice(1)],
  ['a query', (path: string) => `//service.example${path}/?full=1#top`],
] as const;

it.each([
  ['2026-02-03T10:00:00', '2026-02-03T10:00:00Z'],
  ['2026-02-03 10:00:00.123456', '2026-02-03T10:00:00.123456Z'],
  ['2026-02-03T10:00:00Z', '2026-02-03T10:00:00Z'],
  ['2026-02-03T10:00:00+01:00', '2026-02-03T10:00:00+01:00'],
  ['yesterday', 'yesterday'],
])("times are UTC, as documented: %s isn't local time", (written, read) => {
  const data = [{ created_at: written, updated_at: written, name: written }];
  expect(withRecordPaths({ data })).toEqual({
    data: [{ created_at: read, updated_at: read, name: written }],
  });
});

describe('paths of records', () => {
  it.each(variants)('with %s are read as documented, wherever they are', (_, write) => {
    const whole = (path: (plain: string) => string) => ({
      login: 'maria',
      group: { group_resource: path('/groups/1'), parent_resource: path('/groups/0'), name: '/api/groups/9' },
      roles: [
        {
          role_resource: path('/roles/2'),
          group_resources: [path('/groups/5'), path('/groups/11')],
          admin_group: { group_resource: path('/groups/0') },
        },
      ],
      data: [{ user_resource: path('/users/7'), role_resources: [path('/roles/2')] }],
      oidc_op_resource: path('/oidc_ops/3'),
    });
    expect(withRecordPaths(whole(write))).toEqual(whole((plain) => plain));
  });

  const unknown = '/teams/1 /groups/x /groups/01 /groups/-1 /groups /subgroups/1 /groups/1/zones'.split(' ');
  it.each(['', ...unknown])('stay as they are if they aren\'t understood: "%s"', (path) => {
    expect(withRecordPaths({ group_resource: path })).toEqual({ group_resource: path });
  });

  it('are copied only where something differs', () => {
    const plain = { data: [{ group_resource: '/groups/1', parent_resource: '', name: 'x' }] };
    expect(withRecordPaths(plain)).toBe(plain);
    const other = { data: [{ group_resource: '/v1/groups/1' }, plain] };
    const read = withRecordPaths(other);
    expect(other.data[0]).toEqual({ group_resource: '/v1/groups/1' });
    expect(read.data[1]).toBe(plain);
  });
});
