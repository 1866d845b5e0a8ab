import { describe, expect, it } from 'vitest';
import type { RecordLock } from '../jobs/job-store.ts';
import { groupLock } from './use-group-rights.ts';

describe('the lock of a group', () => {
  const chain = ['/groups/3', '/groups/1', '/groups/0'];
  const locks = (path: string, doing: RecordLock['doing']) =>
    new Map([[path, { doing, job: path, checked: true }]]);

  it('is that of a job on the group itself, or of one that deletes a group above', () => {
    expect(groupLock(locks('/groups/3', 'changing'), chain)?.job).toBe('/groups/3');
    expect(groupLock(locks('/groups/1', 'deleting'), chain)?.job).toBe('/groups/1');
  });

  it('is none while a job only changes a group above, or any other group', () => {
    expect(groupLock(locks('/groups/1', 'changing'), chain)).toBeUndefined();
    expect(groupLock(locks('/groups/2', 'deleting'), chain)).toBeUndefined();
  });
});
