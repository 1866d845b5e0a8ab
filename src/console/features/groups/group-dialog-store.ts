import { createStore, useStore } from '../../lib/store.ts';
import type { GroupDialog } from './group-dialogs.tsx';

const dialog = createStore<GroupDialog | undefined>(undefined);

/** Opens a dialog on the groups page, from any page; undefined closes it. */
export const setGroupDialog = dialog.set;

/** The dialog that is open on the groups page. */
export function useGroupDialog(): GroupDialog | undefined {
  return useStore(dialog);
}
