import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { userIdOf } from '../../contract/access/users.ts';
import { apiKeysQuery } from '../data/access/api-keys.ts';
import { sessionsQuery } from '../data/access/sessions.ts';
import { GroupDirectoryProvider } from '../data/groups/group-directory.tsx';
import { authenticationQuery } from '../data/session/queries.ts';
import { AccountPage } from '../features/access/account/account-page.tsx';
import { RecentSignIns } from '../features/activity/sign-ins/recent-sign-ins.tsx';
import { listSearch, searchText } from '../lib/search-text.ts';

export const Route = createFileRoute('/_app/account')({
  staticData: { title: 'Account' },
  // The list of API keys.
  validateSearch: z.object({ ...listSearch, used: searchText }),
  loader: async ({ context: { queryClient } }) => {
    const { user } = await queryClient.ensureQueryData(authenticationQuery());
    const id = userIdOf(user);
    // Not awaited: the page shows the rest without them.
    if (id === undefined) return;
    void queryClient.prefetchQuery(sessionsQuery(id));
    void queryClient.prefetchQuery(apiKeysQuery(id));
  },
  component: AccountRoute,
});

function AccountRoute() {
  return (
    <GroupDirectoryProvider>
      <AccountPage
        renderSignIns={(user, login) => <RecentSignIns user={user} login={login} canErase={false} />}
      />
    </GroupDirectoryProvider>
  );
}
