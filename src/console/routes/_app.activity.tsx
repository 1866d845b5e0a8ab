import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import {
  changesQuery,
  currentMinute,
  logFilter,
  signInQuery,
  type LogSearch,
} from '../data/activity/filters.ts';
import { changeLog, loadLog, signInLog } from '../data/activity/logs.ts';
import { ActivityLayout } from '../features/activity/activity-layout.tsx';
import { ChangePanel } from '../features/activity/changes/change-panel.tsx';
import { ChangesPage } from '../features/activity/changes/changes-page.tsx';
import { SignInPanel } from '../features/activity/sign-ins/sign-in-panel.tsx';
import { SignInsPage } from '../features/activity/sign-ins/sign-ins-page.tsx';

export const Route = createFileRoute('/_app/activity')({
  staticData: { title: 'Activity', feature: 'Activity' },
  // Checked by the page, which has the code for it.
  validateSearch: (search: object): LogSearch => search,
  loader: async ({ context: { queryClient }, location }) => {
    const { log, filter } = logFilter(location.search);
    if (log === 'changes') await loadLog(queryClient, changeLog, changesQuery(filter, currentMinute()));
    else await loadLog(queryClient, signInLog, signInQuery(filter, currentMinute()));
  },
  component: ActivityRoute,
});

function ActivityRoute() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  const { log, entry, filter } = useMemo(() => logFilter(search), [search]);
  const ofChanges = log === 'changes';
  const LogPage = ofChanges ? ChangesPage : SignInsPage;
  const Panel = ofChanges ? ChangePanel : SignInPanel;
  return (
    <ActivityLayout log={log}>
      <LogPage
        filter={filter}
        // Rows are shown from the top: the router would restore the scroll position.
        onFilter={(next) =>
          void navigate({ search: { log, entry, ...next }, replace: true, resetScroll: false })
        }
        entry={entry === undefined ? undefined : <Panel key={entry} id={entry} />}
      />
    </ActivityLayout>
  );
}
