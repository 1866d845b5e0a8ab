import { lazyComponent } from '../lib/lazy-component.ts';

/** What happened recently, loaded after the overview. */
export const RecentActivity = lazyComponent(
  () => import('../features/activity/recent/recent-activity.tsx'),
  'RecentActivity',
);

/** A record's history, loaded after the record. */
export const RecordHistory = lazyComponent(
  () => import('../features/activity/history/history.tsx'),
  'History',
);

/** A user's most recent sign-ins, loaded after the user. */
export const UserSignIns = lazyComponent(
  () => import('../features/activity/sign-ins/recent-sign-ins.tsx'),
  'RecentSignIns',
);

/** How sign-ins through a provider went, loaded after the provider. */
export const ProviderSignIns = lazyComponent(
  () => import('../features/activity/sign-in-health/sign-in-health.tsx'),
  'SignInHealth',
);
