import { createFileRoute } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import {
  changesQuery,
  currentMinute,
  logFilter,
  signInQuery,
  type LogSearch,
} from '../data/activity/filters.ts';
import { alertsQuery } from '../data/activity/alerts.ts';
import { changeLog, loadLog, signInLog } from '../data/activity/logs.ts';
import { signInCountsQuery, weekStarts } from '../data/activity/sign-in-counts.ts';
import { oidcLoginsQuery } from '../data/session/queries.ts';
import { loadSection } from './-load-record.ts';
import { useNavigateHere } from '../data/use-navigate-here.ts';
import { ActivityLayout } from '../features/activity/activity-layout.tsx';
import { AlertsPage } from '../features/activity/alerts/alerts-page.tsx';
import { ChangePanel } from '../features/activity/changes/change-panel.tsx';
import { ChangesPage } from '../features/activity/changes/changes-page.tsx';
import { SignInPanel } from '../features/activity/sign-ins/sign-in-panel.tsx';
import { SignInsPage } from '../features/activity/sign-ins/sign-ins-page.tsx';
import { queryClient } from '../query-client.ts';

export const Route = createFileRoute('/_app/activity')({
  staticData: { title: 'Activity' },
  // Checked by the page, which has the code for it.
  validateSearch: (search: object): LogSearch => search,
  // The other log takes this one's place once it's loaded, so that its link keeps the focus.
  loaderDeps: ({ search: { log } }) => ({ log }),
  loader: async ({ location }) => {
    const { log, filter } = logFilter(location.search);
    if (log === 'alerts') await queryClient.ensureQueryData(alertsQuery);
    else if (log === 'changes') await loadLog(changeLog, changesQuery(filter, currentMinute()));
    else {
      const query = signInQuery(filter, currentMinute());
      // Not awaited: the log is useful without its chart and its choice of providers.
      void loadSection(signInCountsQuery(query, weekStarts(Date.now())));
      void loadSection(oidcLoginsQuery);
      await loadLog(signInLog, query);
    }
  },
  component: ActivityRoute,
});

function ActivityRoute() {
  const navigate = useNavigateHere();
  const search = Route.useSearch();
  const current = useMemo(() => logFilter(search), [search]);
  const { log, entry, filter } = current;
  // Deferred, so that the list and the previous entry stay until the next one is loaded.
  const shown = useDeferredValue(current);
  if (log === 'alerts')
    return (
      <ActivityLayout log={log}>
        <AlertsPage />
      </ActivityLayout>
    );
  const LogPage = log === 'changes' ? ChangesPage : SignInsPage;
  const Panel = log === 'changes' ? ChangePanel : SignInPanel;
  // Rows are shown from the top: the router would restore the scroll position.
  const show = (change: (latest: LogSearch) => LogSearch) =>
    void navigate({
      to: '/activity',
      // A filter that was typed before the other log was chosen isn't for that log.
      search: (latest) => (latest.log === search.log ? change(latest) : latest),
      replace: true,
      resetScroll: false,
    });
  return (
    <ActivityLayout log={log}>
      <LogPage
        state={filter}
        onState={(change) =>
          show((latest) => ({ log: latest.log, entry: latest.entry, ...change(logFilter(latest).filter) }))
        }
        entry={
          entry === undefined || shown.entry === undefined || shown.log !== log
            ? undefined
            : {
                id: entry,
                panel: <Panel key={shown.entry} id={shown.entry} />,
                onMove: (id) => show((latest) => ({ ...latest, entry: id })),
                onClose: () => show((latest) => ({ ...latest, entry: undefined })),
              }
        }
      />
    </ActivityLayout>
  );
}
