import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { addressOf, currentExpansion, withPathOpen } from './tree/expansion.ts';
import { treeQuery } from './queries.ts';
import { useTreeAddress } from './tree/use-tree-address.ts';

/** Goes to a group from any page, with what is above it opened: the tree shows what the address names. */
export function useGoToGroup() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { open, wholeExpansion, selected } = useTreeAddress();
  return useCallback(
    (id: number) => {
      // Read now: the group may have been created a moment ago.
      const model = queryClient.getQueryData(treeQuery(queryClient).queryKey)?.model;
      const expansion = model && currentExpansion(model, { open, wholeExpansion }, selected);
      const next = model && expansion && addressOf(withPathOpen(expansion, model, id));
      void navigate({
        to: '/groups/$groupId',
        params: { groupId: String(id) },
        search: (old) => ({ ...old, open: next?.open }),
        state: (old) => ({ ...old, wholeExpansion: next?.wholeExpansion }),
      });
    },
    [queryClient, navigate, open, wholeExpansion, selected],
  );
}
