import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { setGroupDialog } from './group-dialog-store.ts';
import { firstGroup } from './model.ts';
import { treeQuery } from './queries.ts';

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
