import type { QueryKey } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryClient } from '../query-client.ts';
import { apiKeysQuery } from './access/api-keys.ts';
import { roleRecords, rolesQuery } from './access/roles.ts';
import { sessionsQuery } from './access/sessions.ts';
import { userRecords } from './access/users.ts';
import { changeQuery } from './activity/logs.ts';
import { countQuery } from './counts/counts.ts';
import { dropGroups, groupRecordQuery, showGroup, treeQuery } from './groups/queries.ts';
import { oidcOpsQuery, providerUseQuery } from './oidc/providers.ts';
import { refresh } from './refresh.ts';
import { authenticationQuery, oidcLoginsQuery } from './session/queries.ts';

const queries: Record<string, { queryKey: QueryKey }> = {
  tree: treeQuery,
  group: groupRecordQuery(1),
  'number of groups': countQuery('groups'),
  roles: rolesQuery,
  role: roleRecords.query('/roles/1'),
  user: userRecords.query('/users/1'),
  sessions: sessionsQuery('/users/1'),
  'API keys': apiKeysQuery('/users/1'),
  providers: oidcOpsQuery,
  'sessions by provider': providerUseQuery,
  'sign-in buttons': oidcLoginsQuery,
  session: authenticationQuery,
  change: changeQuery(1),
};

/** What's refetched after a write, of what pages have shown. */
async function refreshedBy(write: () => unknown): Promise<string[]> {
  queryClient.clear();
  for (const { queryKey } of Object.values(queries)) queryClient.setQueryData(queryKey, {});
  await write();
  const isStale = ([, { queryKey }]: [string, { queryKey: readonly unknown[] }]) =>
    queryClient.getQueryState(queryKey)?.isInvalidated;
  return Object.entries(queries)
    .filter(isStale)
    .map(([name]) => name);
}

it.each([
  ['group', ['tree', 'group', 'number of groups', 'roles', 'role', 'session', 'change']],
  ['user', 'roles,role,user,sessions,API keys,providers,sessions by provider,session,change'.split(',')],
  ['role', ['roles', 'role', 'user', 'sessions', 'API keys', 'session', 'change']],
  ['provider', 'user,sessions,API keys,providers,sessions by provider,sign-in buttons,change'.split(',')],
] as const)('a write to a %s refreshes what it may have changed', async (type, expected) => {
  expect(await refreshedBy(() => refresh(type))).toEqual(expected);
});

it.each([
  ['renamed', () => showGroup(1, { name: 'Renamed' })],
  ['deleted', () => dropGroups('/groups/1')],
])('shows a group that was %s without loading the tree again', async (_, write) => {
  const others = ['group', 'number of groups', 'roles', 'role', 'session', 'change'];
  expect(await refreshedBy(write)).toEqual(others);
});
