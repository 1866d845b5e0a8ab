import { createFileRoute } from '@tanstack/react-router';
import { userIdOf } from '../../contract/access/users.ts';
import { apiKeysQuery } from '../data/access/api-keys.ts';
import { sessionsQuery } from '../data/access/sessions.ts';
import { recentSignInsQuery } from '../data/activity/logs.ts';
import { userRecords } from '../data/access/users.ts';
import { loadRights } from '../data/service/rights.ts';
import { briefly, loadSection } from './-load-record.ts';
import { GroupDirectoryProvider } from '../data/groups/group-directory.tsx';
import { AccountPage } from '../features/access/account/account-page.tsx';
import { RecentSignIns } from '../features/activity/sign-ins/sign-ins-page.tsx';
import { listTexts } from '../lib/search-text.ts';

export const Route = createFileRoute('/_app/account')({
  staticData: { title: 'Account' },
  // The list of API keys.
  validateSearch: listTexts('used'),
  loader: async () => {
    const can = await loadRights();
    const { user } = can.user;
    if (userIdOf(user) === undefined) return;
    await briefly(
      can.users && loadSection(userRecords.query(user)),
      loadSection(sessionsQuery(user)),
      loadSection(apiKeysQuery(user)),
      loadSection(recentSignInsQuery({ user })),
    );
  },
  component: AccountRoute,
});

function AccountRoute() {
  return (
    <GroupDirectoryProvider>
      <AccountPage renderSignIns={(user) => <RecentSignIns kind="user" path={user} />} />
    </GroupDirectoryProvider>
  );
}
