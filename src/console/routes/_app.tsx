import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { dropGroups } from '../data/groups/queries.ts';
import { openJobs } from '../data/jobs/job-store.ts';
import { useJobTracking } from '../data/jobs/use-job-tracking.ts';
import { useNotificationHistory } from '../data/notifications/history.ts';
import { openPlaces } from '../data/places/places.ts';
import { authenticationQuery, gatewayQuery, meansSignedOut } from '../data/session/queries.ts';
import { useSession } from '../data/session/use-session.ts';
import { InspectorPanel } from '../features/inspector/request-inspector.tsx';
import { ProxySignIn } from '../features/session/proxy-sign-in.tsx';
import { SessionGuard } from '../features/session/session-guard.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { ConsoleError } from './-console-error.tsx';
import { briefly } from './-load-record.ts';
import { JobPanel } from '../features/jobs/job-panel.tsx';
import { LabBanner } from '../features/lab/lab-banner.tsx';
import { ConfirmSignOut } from '../features/session/confirm-sign-out.tsx';
import { preferences } from '../lib/preferences/preferences.ts';
import { queryClient } from '../query-client.ts';

export const Route = createFileRoute('/_app')({
  // Not in `beforeLoad`, so that the page's own data loads at the same time.
  loader: async ({ location, cause }) => {
    // What users can do depends on it. It's requested with the session.
    const gateway = briefly(queryClient.prefetchQuery(gatewayQuery));
    try {
      const session = await queryClient.ensureQueryData(authenticationQuery);
      openJobs(session.user);
      openPlaces(session);
      preferences.open(session.user);
      await gateway;
    } catch (error) {
      if (!meansSignedOut(error)) throw error;
      const search = location.href === '/' ? {} : { return_to: location.href };
      throw redirect({ to: '/sign-in', search, replace: true });
    }
    const { start } = preferences.get();
    if (cause === 'enter' && location.href === '/' && start !== '/')
      throw redirect({ to: start, replace: true });
  },
  component: AppRoute,
  errorComponent: ConsoleError,
});

const overlays = { jobs: JobPanel, 'sign-out': ConfirmSignOut };

function AppRoute() {
  const { user } = useSession();
  const lab = useQuery(gatewayQuery).data?.lab;
  useNotificationHistory(user.user);
  useJobTracking(user.user, dropGroups);
  return (
    <SessionGuard>
      <Shell
        banner={
          <>
            <ProxySignIn />
            {lab && <LabBanner />}
          </>
        }
        overlays={overlays}
        inspector={<InspectorPanel />}
      >
        <Outlet />
      </Shell>
    </SessionGuard>
  );
}
