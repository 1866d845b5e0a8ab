import { createStore, useStore } from '../../lib/store.ts';
import type { TreeGroup } from './model.ts';

/** Which dialog is open on the groups page, and on which group. */
export type GroupDialog =
  | { kind: 'create'; parent: TreeGroup | undefined }
  | { kind: 'edit'; group: TreeGroup }
  | { kind: 'delete'; group: TreeGroup };

const dialog = createStore<GroupDialog | undefined>(undefined);

/** Opens a dialog on the groups page, from any page; undefined closes it. */
export const setGroupDialog = dialog.set;

/** The dialog that is open on the groups page. */
export function useGroupDialog(): GroupDialog | undefined {
  return useStore(dialog);
}
