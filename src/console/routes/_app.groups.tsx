import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { searchTexts } from '../lib/search-text.ts';
import { groupPath } from '../../contract/groups/groups.ts';
import { treeQuery } from '../data/groups/queries.ts';
import { GroupsPage } from '../features/groups/groups-page.tsx';
import { History } from '../features/activity/history/history.tsx';
import { queryClient } from '../query-client.ts';

export const Route = createFileRoute('/_app/groups')({
  staticData: { title: 'Groups' },
  // The router parses `42` and `true`; here they're always text.
  validateSearch: z.extend(searchTexts('q', 'tab', 'open'), {
    flat: z.catch(z.optional(z.boolean()), undefined),
  }),
  // Not awaited, because the page shows groups as they arrive. It refetches cached ones itself.
  loader: () => void queryClient.prefetchQuery({ ...treeQuery, staleTime: 'static' }),
  component: GroupsRoute,
});

function GroupsRoute() {
  return (
    <GroupsPage
      renderHistory={({ id, name }, canEdit) => (
        <History key={id} resource={groupPath(id)} name={name} canRestore={canEdit} />
      )}
    />
  );
}
