import { notifications, notificationsStore } from '@mantine/notifications';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '../../client/errors.ts';
import { merge, undoOffer } from './record-edit.ts';
import { restoreDraft } from './use-draft.ts';

describe('concurrent edits of one record', () => {
  const base = { name: 'Acme', description: '', rights: ['a'] };

  it('are both kept for different fields, and for equal values of one field', () => {
    const theirs = { ...base, description: 'Theirs', name: 'Both' };
    expect(merge(base, { ...base, name: 'Both', rights: ['b'] }, theirs)).toEqual({
      values: { ...theirs, rights: ['b'] },
      conflicts: [],
    });
  });

  it('conflict in guarded fields that only others changed', () => {
    const { conflicts } = merge(base, base, { ...base, name: 'Theirs', description: 'Theirs' }, [], ['name']);
    expect(conflicts).toEqual([{ field: 'name', base: 'Acme', mine: 'Acme', theirs: 'Theirs' }]);
  });

  it('conflict in every field that both changed to different values', () => {
    const mine = { name: 'Mine', description: 'Mine', rights: [] };
    const { values, conflicts } = merge(base, mine, { ...base, name: 'Theirs', rights: ['b'] });
    expect(values).toEqual(mine);
    expect(conflicts).toEqual([
      { field: 'name', base: 'Acme', mine: 'Mine', theirs: 'Theirs' },
      { field: 'rights', base: ['a'], mine: [], theirs: ['b'] },
    ]);
  });

  it('merge the additions and removals of a list', () => {
    const merged = (before: string[], mine: string[], now: string[]) =>
      merge({ rights: before }, { rights: mine }, { rights: now }, ['rights']);
    expect(merged(['1', '2'], ['2', '3'], ['1', '2', '4']).values.rights).toEqual(['2', '4', '3']);
    expect(merged(['1', '2'], ['1', '2'], ['2']).values.rights).toEqual(['2']);
    expect(merged([], ['1'], ['1'])).toEqual({ values: { rights: ['1'] }, conflicts: [] });
  });
});

describe('a restored draft', () => {
  const base = { name: 'Acme', scope: '' };

  it('is applied to the current record, and keeps what a change that conflicts was typed over', () => {
    const draft = { base, mine: { ...base, name: 'Mine' } };
    const now = { name: 'Theirs', scope: 'openid' };
    expect(restoreDraft(draft, now)).toEqual({
      base: { ...now, name: 'Acme' },
      mine: { ...now, name: 'Mine' },
    });
  });

  it('is undefined if it changes nothing or is malformed', () => {
    expect(restoreDraft({ base, mine: base }, base)).toBeUndefined();
    for (const draft of [undefined, null, 'x', {}, { base }, { base, mine: { ...base, name: 5 } }])
      expect(restoreDraft(draft, base)).toBeUndefined();
  });
});

const restore = vi.fn<() => Promise<boolean>>(async () => true);
const refresh = vi.fn<() => Promise<void>>(async () => undefined);
const undo = (read: () => Promise<object>) => {
  restore.mockClear();
  refresh.mockClear();
  const saved = { name: 'Acme 2', role_resources: ['/roles/1'], mode: 'NONE' };
  const labels = { name: 'Name', role_resources: { label: 'Roles' } };
  return undoOffer({ name: 'Acme', oldName: 'Acme 1', saved, labels, read, restore, refresh });
};

it('undoes saved changes, even if other fields have changed since', async () => {
  notifications.clean();
  onTestFinished(() => notifications.clean());
  const now = { name: 'Acme 2', role_resources: ['/roles/1'], mode: 'NONE', description: 'Theirs' };
  await undo(async () => now).run();
  expect(restore).toHaveBeenCalledOnce();
  expect(notificationsStore.getState().notifications).toMatchObject([
    { title: 'Changes undone', message: { props: { message: 'Acme 1' } } },
  ]);
});

it.each([
  [
    async () => ({ name: 'Acme 3', role_resources: [], mode: 'ALL' }),
    'Changed again since then: name, roles, mode. Nothing was undone.',
  ],
  [() => Promise.reject(new ApiError('problem', 404, ['Group 5 does not exist'])), 'It no longer exists.'],
])(
  'undoes nothing if what was saved has changed again or is gone, which the page then shows',
  async (read, reason) => {
    const offer = undo(read);
    await expect(offer.run()).rejects.toThrow(reason);
    expect(restore).not.toHaveBeenCalled();
    expect(refresh).toHaveBeenCalledOnce();
    expect(offer.failure).toBe("Couldn't undo the changes to Acme");
  },
);
