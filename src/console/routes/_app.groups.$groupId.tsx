import { createFileRoute } from '@tanstack/react-router';
import { groupRecordQuery, treeQuery } from '../data/groups/queries.ts';
import { recordId } from '../lib/record-id.ts';
import { queryClient } from '../query-client.ts';

/** The selected group. The parent route's `GroupsPage` shows it, so that the tree keeps its state. */
export const Route = createFileRoute('/_app/groups/$groupId')({
  params: { parse: ({ groupId }) => ({ groupId: recordId(groupId) }) },
  loader: ({ params }) => {
    const id = Number(params.groupId);
    // Only groups in the tree: the record of one that doesn't exist may be searched for in the whole list.
    if (queryClient.getQueryData(treeQuery.queryKey)?.model.has(id))
      void queryClient.prefetchQuery({ ...groupRecordQuery(id), staleTime: 'static' });
  },
});
