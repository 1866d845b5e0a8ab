import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { expansionAddress, currentExpansion, withPathOpen, type Expansion } from './expansion.ts';
import { treeQuery } from './queries.ts';
import { useTreeAddress } from './use-tree-address.ts';
import { queryClient } from '../../query-client.ts';

/**
 * Opens a group from any page, with its ancestors expanded in the tree.
 * @returns a function of the group's ID and of what's expanded, if that isn't in the address yet
 */
export function useGoToGroup() {
  const navigate = useNavigate();
  const { open, wholeExpansion, selected } = useTreeAddress();
  return useCallback(
    (id: number, expanded?: Expansion) => {
      // Read at call time: the group may have just been created.
      const model = queryClient.getQueryData(treeQuery.queryKey)?.model;
      const expansion = expanded ?? (model && currentExpansion(model, { open, wholeExpansion }, selected));
      const next = model && expansion && expansionAddress(withPathOpen(expansion, model, id));
      void navigate({
        to: '/groups/$groupId',
        params: { groupId: String(id) },
        search: (old) => ({ ...old, open: next?.open }),
        state: (old) => ({ ...old, wholeExpansion: next?.wholeExpansion }),
      });
    },
    [navigate, open, wholeExpansion, selected],
  );
}
