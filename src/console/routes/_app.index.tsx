import { createFileRoute } from '@tanstack/react-router';
import { countQuery } from '../data/counts/counts.ts';
import { oidcOpsQuery } from '../data/oidc/providers.ts';
import { lastSignInTestsQuery } from '../data/oidc/sign-in-tests.ts';
import { authenticationQuery, gatewayQuery } from '../data/session/queries.ts';
import { OverviewPage } from '../features/overview/overview-page.tsx';
import { rightsOf } from '../data/service/rights.ts';
import { RecentChanges } from '../features/activity/recent/recent-changes.tsx';
import { SignInsSummary } from '../features/activity/recent/sign-ins-summary.tsx';

export const Route = createFileRoute('/_app/')({
  staticData: { title: 'Overview' },
  loader: async ({ context: { queryClient } }) => {
    const [user, gateway] = await Promise.all([
      queryClient.ensureQueryData(authenticationQuery()),
      queryClient.ensureQueryData(gatewayQuery()),
    ]);
    const can = rightsOf(user, gateway);
    // Not awaited: the page shows each part when it's known.
    if (can.groups) void queryClient.prefetchQuery(countQuery('groups'));
    if (can.users) void queryClient.prefetchQuery(countQuery('users'));
    if (can.roles) void queryClient.prefetchQuery(countQuery('roles'));
    if (can.providers) {
      void queryClient.prefetchQuery(oidcOpsQuery());
      void queryClient.prefetchQuery(lastSignInTestsQuery());
    }
  },
  component: OverviewRoute,
});

function OverviewRoute() {
  return <OverviewPage signIns={<SignInsSummary />} recentChanges={<RecentChanges />} />;
}
