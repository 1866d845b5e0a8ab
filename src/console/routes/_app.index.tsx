import { createFileRoute } from '@tanstack/react-router';
import { newestChangesQuery } from '../data/activity/logs.ts';
import { signInCountsQuery, weekStarts } from '../data/activity/sign-in-counts.ts';
import { countQuery } from '../data/counts/counts.ts';
import { oidcOpsQuery } from '../data/oidc/providers.ts';
import { lastSignInTestsQuery } from '../data/oidc/sign-in-tests.ts';
import { watchesQuery } from '../data/oidc/watches.ts';
import { OverviewPage } from '../features/overview/overview-page.tsx';
import { loadRights } from '../data/service/rights.ts';
import { briefly, loadSection } from './-load-record.ts';
import { RecentChanges } from '../features/activity/recent/recent-changes.tsx';
import { SignInsSummary } from '../features/activity/sign-in-health/sign-in-health.tsx';

export const Route = createFileRoute('/_app/')({
  staticData: { title: 'Overview' },
  loader: async () => {
    const can = await loadRights();
    const seesSignIns = can.users || can.providers;
    const sections = [
      can.groups && loadSection(countQuery('groups')),
      can.users && loadSection(countQuery('users')),
      can.roles && loadSection(countQuery('roles')),
      can.providers && loadSection(oidcOpsQuery),
      can.providers && loadSection(lastSignInTestsQuery),
      can.providers && loadSection(watchesQuery),
    ];
    // Not awaited: browsers have six connections, and these are drawn below the rest.
    if (seesSignIns || can.groups) void loadSection(newestChangesQuery());
    if (seesSignIns) void loadSection(signInCountsQuery({}, weekStarts(Date.now())));
    await briefly(...sections);
  },
  component: OverviewRoute,
});

function OverviewRoute() {
  return <OverviewPage signIns={<SignInsSummary />} recentChanges={<RecentChanges />} />;
}
