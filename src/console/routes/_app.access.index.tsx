import { createFileRoute } from '@tanstack/react-router';
import { listTexts } from '../lib/search-text.ts';
import { userIdOf } from '../../contract/access/users.ts';
import { apiKeysQuery } from '../data/access/api-keys.ts';
import { authenticationQuery } from '../data/session/queries.ts';
import { MyAccess } from '../features/access/explain/my-access.tsx';
import { queryClient } from '../query-client.ts';

export const Route = createFileRoute('/_app/access/')({
  // The list of API keys.
  validateSearch: listTexts('used'),
  loader: async () => {
    const { user } = await queryClient.ensureQueryData(authenticationQuery);
    // Not awaited: the page shows the rest without them.
    if (userIdOf(user) !== undefined) void queryClient.prefetchQuery(apiKeysQuery(user));
  },
  component: MyAccess,
});
