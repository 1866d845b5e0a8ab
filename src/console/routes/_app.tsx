import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { lazy, useEffect } from 'react';
import { GroupBreadcrumbs } from '../features/groups/tree/group-breadcrumbs.tsx';
import { FindGroups } from '../features/groups/tree/find-groups.tsx';
import { useGroupActions } from '../features/groups/use-group-actions.ts';
import { useLab } from '../features/lab/use-lab.tsx';
import { SessionGuard } from '../features/session/session-guard.tsx';
import { ConsoleError } from '../features/shell/page-problems.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { useJobTracking } from '../data/jobs/use-job-tracking.ts';
import { notify } from '../data/notifications/notify.ts';
import { notifyOtherTabs } from '../data/session/channel.ts';
import { webAddress } from '../lib/web-address.ts';
import { clearDrafts } from '../lib/drafts.ts';
import { authenticationQuery, gatewayQuery, meansSignedOut, signOut } from '../data/session/queries.ts';
import { useSession } from '../data/session/use-session.ts';

const JobPanel = lazy(() => import('../features/jobs/job-panel.tsx').then((m) => ({ default: m.JobPanel })));
const RequestInspector = lazy(() =>
  import('../features/inspector/request-inspector.tsx').then((m) => ({ default: m.RequestInspector })),
);

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ context, location }) => {
    // The navigation depends on it, so it's fetched along with the first page.
    void context.queryClient.prefetchQuery(gatewayQuery());
    try {
      await context.queryClient.ensureQueryData(authenticationQuery());
    } catch (error) {
      if (!meansSignedOut(error)) throw error;
      throw redirect({ to: '/sign-in', search: { return_to: location.href }, replace: true });
    }
  },
  component: AppRoute,
  errorComponent: ConsoleError,
});

/** Loads a fresh page, so that no responses, jobs, notifications or drafts of this user stay in memory. */
function leaveConsole(search = '') {
  clearDrafts();
  location.replace(`/sign-in${search}`);
}

/** Late enough that the contract watch doesn't delay the first page. */
const watchAfterMilliseconds = 1_500;

function useContractWatch() {
  useEffect(() => {
    const timer = setTimeout(async () => {
      const { watchContract } = await import('../features/inspector/contract-watch.ts');
      watchContract();
    }, watchAfterMilliseconds);
    return () => clearTimeout(timer);
  }, []);
}

function AppRoute() {
  const groupActions = useGroupActions();
  const lab = useLab();
  const { user } = useSession();
  useJobTracking(user.user);
  useContractWatch();
  const onSignOut = async () => {
    try {
      const result = await signOut();
      notifyOtherTabs({ type: 'signed-out' });
      const redirectUri = webAddress(user.logout?.post_logout_redirect_uri);
      clearDrafts();
      if (redirectUri) location.replace(redirectUri);
      else leaveConsole(result === 'cookie cleared' ? '?signed_out=here' : '?signed_out=yes');
    } catch (error) {
      notify.error("Couldn't sign out", error);
    }
  };
  return (
    <SessionGuard onSignedOut={leaveConsole}>
      <Shell
        onSignOut={user.logout?.method === 'none' ? undefined : () => void onSignOut()}
        renderWithGroups={(render) => <FindGroups>{render}</FindGroups>}
        trail={<GroupBreadcrumbs />}
        actions={[...groupActions, ...lab.actions]}
        banner={lab.banner}
        renderInspector={(onClose) => <RequestInspector onClose={onClose} />}
        renderJobs={(onClose) => <JobPanel onClose={onClose} />}
      >
        <Outlet />
      </Shell>
      {lab.drawer}
    </SessionGuard>
  );
}
