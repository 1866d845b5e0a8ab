import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createStore, useStore } from '../../lib/store.ts';
import { firstGroup, type TreeGroup } from './model.ts';
import { treeQuery } from './queries.ts';

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

/** Creates a group below the first one, from any page: returns a function that opens the dialog on the groups page. */
export function useNewGroup(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const loaded = await queryClient.ensureQueryData(treeQuery(queryClient));
    await navigate({ to: '/groups', search: (old) => old });
    setGroupDialog({ kind: 'create', parent: firstGroup(loaded.model) });
  };
}
