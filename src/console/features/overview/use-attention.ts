import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isUnavailable } from '../../api/errors.ts';
import { polled } from '../../api/polling.ts';
import { useJobs } from '../../data/jobs/job-store.ts';
import { healthOf } from '../../data/oidc/health.ts';
import { oidcOpsQuery } from '../../data/oidc/providers.ts';
import { lastSignInTestsQuery } from '../../data/oidc/sign-in-tests.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { useHealthCheck } from '../../data/oidc/use-health-check.ts';
import { attentionItems } from './attention.ts';

/** Each check is a request to a provider, so long lists are checked on request only. */
const maxChecked = 20;
const checkAgainMilliseconds = 10 * 60_000;

export type Attention = ReturnType<typeof useAttention>;

/** Collects what needs attention, and says how far that's known. @param withProviders whether the user can read providers */
export function useAttention(withProviders: boolean) {
  const jobs = useJobs();
  const { data: gateway } = useQuery({ ...gatewayQuery(), enabled: withProviders });
  const expiresAt = gateway?.certificate_expires_at ?? '';
  const providers = useQuery({ ...oidcOpsQuery(), ...polled, enabled: withProviders });
  const tests = useQuery({ ...lastSignInTestsQuery(), ...polled, enabled: withProviders });
  const { fetches, run } = useHealthCheck();
  const ops = providers.data?.ops;
  const published = ops?.filter(({ metadata_url: url }) => url).length ?? 0;
  const checksMetadata = published > 0 && published <= maxChecked;
  useEffect(() => {
    if (ops && checksMetadata) run(ops, checkAgainMilliseconds);
    // `run` differs in every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ops, checksMetadata]);
  const checkedProviders = (ops ?? []).map((op) => ({
    op,
    test: tests.data?.get(op.resource),
    health: healthOf(op, fetches.get(op.metadata_url ?? '')),
  }));
  const fetched = [...fetches.values()];
  const sources = [
    { what: 'providers', query: providers },
    { what: 'sign-in tests', query: tests },
  ];
  return {
    items: attentionItems(
      checkedProviders,
      jobs,
      withProviders && expiresAt !== '' ? new Date(expiresAt) : undefined,
    ),
    /** What was checked: "jobs", "sign-in tests". */
    checked: [
      'jobs',
      ...(ops && ops.length > 0 && tests.data && !tests.error ? ['sign-in tests'] : []),
      ...(fetched.some(({ state }) => state === 'fetched' || state === 'unreachable')
        ? ['provider metadata']
        : []),
    ],
    checking:
      providers.isLoading ||
      tests.isLoading ||
      (checksMetadata && fetched.length === 0) ||
      fetched.some(({ state }) => state === 'fetching'),
    /** What couldn't be checked. */
    failed: sources.filter(({ query: { error } }) => error && !isUnavailable(error)),
    /** How many providers' metadata weren't checked because there are too many. */
    unchecked: checksMetadata ? 0 : published,
    /** How many providers the service reports but didn't return. */
    missing: providers.data ? providers.data.total - providers.data.ops.length - providers.data.unread : 0,
    /** How many providers couldn't be read. */
    unread: providers.data?.unread ?? 0,
  };
}
