import { notificationsStore } from '@mantine/notifications';
import { expect, it, vi } from 'vitest';
import { undoOffer } from './save-edit.ts';

const restore = vi.fn<() => Promise<boolean>>(async () => true);
const undo = (reload: object | undefined) => {
  restore.mockClear();
  const saved = { name: 'Acme 2', role_resources: ['/roles/1'], mode: 'NONE' };
  return undoOffer({ name: 'Acme', saved, reload: async () => reload, restore });
};

it('undoes saved changes, even if other fields have changed since', async () => {
  const offer = undo({ name: 'Acme 2', role_resources: ['/roles/1'], mode: 'NONE', description: 'Theirs' });
  await offer.run();
  expect(restore).toHaveBeenCalledOnce();
  expect(notificationsStore.getState().notifications).toMatchObject([{ title: 'Changes undone' }]);
});

it.each([
  [
    { name: 'Acme 3', role_resources: [], mode: 'NONE' },
    'Changed again since then: name, roles. Nothing was undone.',
  ],
  [undefined, 'It no longer exists.'],
])('undoes nothing if what was saved is now %j', async (current, reason) => {
  const offer = undo(current);
  await expect(offer.run()).rejects.toThrow(reason);
  expect(restore).not.toHaveBeenCalled();
  expect(offer.failure).toBe("Couldn't undo the changes to Acme");
});
