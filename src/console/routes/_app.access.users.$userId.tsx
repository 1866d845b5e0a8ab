import { createFileRoute } from '@tanstack/react-router';
import { listTexts } from '../lib/search-text.ts';
import { RecordNotFound } from '../features/shell/page-errors.tsx';
import { prefetchSide } from '../data/access/access-side.ts';
import { apiKeysQuery } from '../data/access/api-keys.ts';
import { useIsGone } from '../data/use-is-gone.ts';
import { recordChangesQuery } from '../data/activity/logs.ts';
import { userRecords } from '../data/access/users.ts';
import { briefly, loadRecord, loadSection } from './-load-record.ts';
import { History } from '../features/activity/history/history.tsx';
import { EraseUser } from '../features/activity/erase-user.tsx';
import { RecentSignIns } from '../features/activity/sign-ins/sign-ins-page.tsx';
import { UserPage } from '../features/access/users/user-page.tsx';
import { recordId } from '../lib/record-id.ts';

export const Route = createFileRoute('/_app/access/users/$userId')({
  staticData: { title: 'User' },
  params: { parse: ({ userId }) => ({ userId: recordId(userId) }) },
  // The list of API keys.
  validateSearch: listTexts('used', 'tab'),
  loader: async ({ params: { userId } }) => {
    const path = `/users/${userId}`;
    const sections = [
      prefetchSide(path),
      loadSection(apiKeysQuery(path)),
      loadSection(recordChangesQuery(path)),
    ];
    await loadRecord(userRecords.query(path));
    await briefly(...sections);
  },
  notFoundComponent: UserNotFound,
  component: UserRoute,
});

function UserRoute() {
  const { userId } = Route.useParams();
  const path = `/users/${userId}`;
  if (useIsGone(userRecords.query(path))) return <UserNotFound />;
  return (
    <UserPage
      key={path}
      path={path}
      renderTab={(tab, { login }, canEdit) =>
        tab === 'activity' ? (
          <RecentSignIns
            kind="user"
            path={path}
            actions={canEdit && <EraseUser path={path} login={login} exists />}
          />
        ) : (
          <History resource={path} name={login} canRestore={canEdit} />
        )
      }
    />
  );
}

function UserNotFound() {
  return <RecordNotFound list="/access/users" noun="User" id={Route.useParams().userId} />;
}
