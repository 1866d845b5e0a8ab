import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentTime } from '../../lib/clock.ts';
import { periodStarts, signInCountsQuery, totalOf } from './sign-in-counts.ts';

/** A provider's sign-ins in the last 7 days. */
export const weekOfSignInsQuery = (provider: string) =>
  signInCountsQuery({ oidc_op: provider }, periodStarts('week', currentTime()).slice(0, 1));

/** The same, added up. @returns undefined while they're unknown, or if there are none */
export function useWeekOfSignIns(provider: string | undefined) {
  const [query] = useState(() => weekOfSignInsQuery(provider ?? ''));
  const { data } = useQuery({ ...query, enabled: provider !== undefined });
  const { signedIn, rejected } = totalOf(data?.data ?? []);
  return signedIn + rejected === 0 ? undefined : { signedIn, total: signedIn + rejected };
}
