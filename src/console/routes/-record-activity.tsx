import { Suspense, type ComponentProps } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';

const History = lazyComponent(() => import('../features/activity/history/history.tsx'), 'History');
const SignIns = lazyComponent(
  () => import('../features/activity/sign-ins/recent-sign-ins.tsx'),
  'RecentSignIns',
);
const Health = lazyComponent(
  () => import('../features/activity/sign-in-health/sign-in-health.tsx'),
  'SignInHealth',
);
const Recent = lazyComponent(
  () => import('../features/activity/recent/recent-activity.tsx'),
  'RecentActivity',
);

/** What happened recently, loaded after the overview. */
export function RecentActivity(props: ComponentProps<typeof Recent>) {
  return (
    <Suspense fallback={null}>
      <Recent {...props} />
    </Suspense>
  );
}

/** A record's history, loaded after the record. */
export function RecordHistory(props: ComponentProps<typeof History>) {
  return (
    <Suspense fallback={null}>
      <History {...props} />
    </Suspense>
  );
}

/** A user's most recent sign-ins, loaded after the user. */
export function UserSignIns(props: ComponentProps<typeof SignIns>) {
  return (
    <Suspense fallback={null}>
      <SignIns {...props} />
    </Suspense>
  );
}

/** How sign-ins through a provider went, loaded after the provider. */
export function ProviderSignIns(props: ComponentProps<typeof Health>) {
  return (
    <Suspense fallback={null}>
      <Health {...props} />
    </Suspense>
  );
}
