import { expect, it } from 'vitest';
import type { Change } from '../../../../contract/activity/changes.ts';
import { titleOf } from './change-columns.tsx';

it.each([
  ['updated', '/groups/5', 'Updated group Acme'],
  // What was imported are its subgroups.
  ['imported', '/groups/5', 'Imported into group Acme'],
  ['deleted', '/groups/5/groups', 'Deleted 2 subgroups of Acme'],
] as const)('%s %s is titled %j', (action, resource, title) => {
  const change = { action, resource, name: 'Acme', count: 2 } as Change;
  expect(titleOf(change).replaceAll(/[\u2066-\u2069]/g, '')).toBe(title);
});
