import { SavedViewsOwner } from '../ui/data-table/saved-views.ts';
import { Mantine } from '../ui/mantine/mantine.tsx';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { readJobs } from '../data/jobs/job-store.ts';
import { useJobTracking } from '../data/jobs/use-job-tracking.ts';
import { useNotificationHistory } from '../data/notifications/history.ts';
import { authenticationQuery, gatewayQuery, meansSignedOut } from '../data/session/queries.ts';
import { useSession } from '../data/session/use-session.ts';
import { InspectorPanel } from '../features/inspector/inspector-panel.tsx';
import { ProxySignIn } from '../features/session/proxy-sign-in.tsx';
import { SessionGuard } from '../features/session/session-guard.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { lazyComponent, preload } from '../lib/lazy-component.ts';
import { ConsoleError } from './-console-error.ts';

const JobPanel = lazyComponent(() => import('../features/jobs/job-panel.tsx'), 'JobPanel');
const LabBanner = lazyComponent(() => import('../features/lab/lab-banner.tsx'), 'LabBanner');
const LabDrawer = lazyComponent(() => import('../features/lab/lab-drawer.tsx'), 'LabDrawer');

export const Route = createFileRoute('/_app')({
  // Not in `beforeLoad`, so that the page's own data loads at the same time.
  loader: async ({ context: { queryClient }, location }) => {
    void queryClient.prefetchQuery(gatewayQuery());
    try {
      readJobs((await queryClient.ensureQueryData(authenticationQuery())).user);
    } catch (error) {
      if (!meansSignedOut(error)) throw error;
      const search = location.href === '/' ? {} : { return_to: location.href };
      throw redirect({ to: '/sign-in', search, replace: true });
    }
  },
  component: AppRoute,
  errorComponent: ConsoleError,
});

/** Late enough that the contract watch doesn't delay the first page. */
const watchAfterMilliseconds = 1_500;

function useContractWatch() {
  useEffect(() => {
    const watch = async () => (await import('../features/inspector/contract-watch.ts')).watchContract();
    const timer = setTimeout(() => preload(watch), watchAfterMilliseconds);
    return () => clearTimeout(timer);
  }, []);
}

const ConfirmSignOut = lazyComponent(
  () => import('../features/session/confirm-sign-out.tsx'),
  'ConfirmSignOut',
);

const overlays = { jobs: JobPanel, scenarios: LabDrawer, 'sign-out': ConfirmSignOut };

function AppRoute() {
  const { user } = useSession();
  const lab = useQuery(gatewayQuery()).data?.lab;
  useNotificationHistory(user.user);
  useJobTracking(user.user);
  useContractWatch();
  return (
    <Mantine>
      <SessionGuard>
        <Shell
          banner={
            <>
              <ProxySignIn />
              <Suspense fallback={null}>{lab && <LabBanner />}</Suspense>
            </>
          }
          overlays={overlays}
          inspector={<InspectorPanel />}
        >
          <SavedViewsOwner value={user.user || user.login}>
            <Outlet />
          </SavedViewsOwner>
        </Shell>
      </SessionGuard>
    </Mantine>
  );
}
