import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { lazy, useEffect } from 'react';
import { GroupBreadcrumbs } from '../features/groups/tree/group-breadcrumbs.tsx';
import { FindGroups } from '../features/groups/tree/find-groups.tsx';
import { useGroupActions } from '../features/groups/use-group-actions.ts';
import { useLab } from '../features/lab/use-lab.tsx';
import { SessionGuard } from '../features/session/session-guard.tsx';
import { FailedConsole } from '../features/shell/page-problems.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { useJobTracking } from '../data/jobs/use-job-tracking.ts';
import { notify } from '../data/notifications/notify.ts';
import { tellOtherTabs } from '../data/session/channel.ts';
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
    // What the navigation shows depends on it: it comes with the first page, and not after.
    void context.queryClient.prefetchQuery(gatewayQuery());
    try {
      await context.queryClient.ensureQueryData(authenticationQuery());
    } catch (error) {
      if (!meansSignedOut(error)) throw error;
      throw redirect({ to: '/sign-in', search: { return_to: location.href }, replace: true });
    }
  },
  component: AppRoute,
  errorComponent: FailedConsole,
});

/** A fresh page has nothing of the user in its memory: no answers, jobs, notifications or drafts. */
function leave(search = '') {
  clearDrafts();
  location.replace(`/sign-in${search}`);
}

/** When the page has what it needs, so that the contract watch delays nothing. */
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
      tellOtherTabs({ type: 'signed-out' });
      const elsewhere = webAddress(user.logout?.post_logout_redirect_uri);
      clearDrafts();
      if (elsewhere) location.replace(elsewhere);
      else leave(result === 'cookie cleared' ? '?signed_out=here' : '?signed_out=yes');
    } catch (error) {
      notify.error('You are still signed in', error);
    }
  };
  return (
    <SessionGuard onSignedOut={leave}>
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
