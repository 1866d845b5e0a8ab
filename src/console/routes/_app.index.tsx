import { createFileRoute } from '@tanstack/react-router';
import { newestChangesQuery } from '../data/activity/logs.ts';
import { signInCountsQuery, weekStarts } from '../data/activity/sign-in-counts.ts';
import { currentTime } from '../lib/clock.ts';
import { countQuery } from '../data/counts/counts.ts';
import { oidcOpsQuery } from '../data/oidc/providers.ts';
import { lastSignInTestsQuery } from '../data/oidc/sign-in-tests.ts';
import { OverviewPage } from '../features/overview/overview-page.tsx';
import { loadRights } from '../data/service/rights.ts';
import { briefly, loadSection } from './-load-record.ts';
import { RecentChanges, SignInsSummary } from '../features/activity/recent/recent-changes.tsx';

export const Route = createFileRoute('/_app/')({
  staticData: { title: 'Overview' },
  loader: async ({ context: { queryClient } }) => {
    const can = await loadRights(queryClient);
    const seesSignIns = can.users || can.providers;
    const sections = [
      can.groups && loadSection(queryClient, countQuery('groups')),
      can.users && loadSection(queryClient, countQuery('users')),
      can.roles && loadSection(queryClient, countQuery('roles')),
      can.providers && loadSection(queryClient, oidcOpsQuery()),
      can.providers && loadSection(queryClient, lastSignInTestsQuery()),
      (seesSignIns || can.groups) && loadSection(queryClient, newestChangesQuery()),
    ];
    // Not awaited: browsers have six connections, and the chart is drawn after the page.
    if (seesSignIns) void loadSection(queryClient, signInCountsQuery({}, weekStarts(currentTime())));
    await briefly(...sections);
  },
  component: OverviewRoute,
});

function OverviewRoute() {
  return <OverviewPage signIns={<SignInsSummary />} recentChanges={<RecentChanges />} />;
}
