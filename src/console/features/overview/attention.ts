import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isUnavailable } from '../../../client/errors.ts';
import { polled } from '../../api/retries.ts';
import { useJobs } from '../../data/jobs/job-store.ts';
import { metadataState, type MetadataState } from '../../data/oidc/metadata-state.ts';
import { oidcOpsQuery } from '../../data/oidc/providers.ts';
import { lastSignInTestsQuery } from '../../data/oidc/sign-in-tests.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { useMetadataCheck } from '../../data/oidc/use-metadata-check.ts';
import { jobIdOf } from '../../../contract/jobs.ts';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import type { LastSignInTest } from '../../../contract/oidc/sign-in-tests.ts';
import { isEnded, isRunning, messageOf, type TrackedJob } from '../../data/jobs/tracked-job.ts';
import { labels } from '../../data/oidc/fields.ts';
import { isOutdated, outcomeText } from '../../data/oidc/sign-in-steps.ts';
import { count, formatNumber, msg } from '../../lib/text.ts';
import { useNow } from '../../lib/use-now.ts';
import { reasonOf } from '../../data/activity/reasons.ts';
import {
  causesOf,
  rejectionsIn,
  signInCountsQuery,
  type Rejections,
  weekStarts,
} from '../../data/activity/sign-in-counts.ts';

/** Each check is a request to a provider, so long lists are checked on request only. */
const maxChecked = 20;
const checkAgainMilliseconds = 10 * 60_000;

/** Collects what needs attention, and says how far that's known. @param withProviders whether the user can read providers */
export function useAttention(withProviders: boolean) {
  const jobs = useJobs();
  const { data: gateway } = useQuery({ ...gatewayQuery, enabled: withProviders });
  const expiresAt = gateway?.certificate_expires_at ?? '';
  const providers = useQuery({ ...oidcOpsQuery, ...polled, enabled: withProviders });
  const tests = useQuery({ ...lastSignInTestsQuery, ...polled, enabled: withProviders });
  const starts = weekStarts(useNow(60_000));
  const counted = useQuery({ ...signInCountsQuery({}, starts), ...polled, enabled: withProviders });
  const { fetches, run } = useMetadataCheck();
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
    metadata: metadataState(op, fetches.get(op.metadata_url ?? '')),
    rejections: rejectionsIn(
      (counted.data?.data ?? []).filter(({ oidc_op_resource: path }) => path === op.resource),
      starts,
    ),
  }));
  const fetched = [...fetches.values()];
  const sources = [
    { what: 'providers', query: providers },
    { what: 'sign-in tests', query: tests },
    { what: 'sign-ins', query: counted },
  ];
  return {
    items: attentionItems(
      checkedProviders,
      jobs,
      withProviders && expiresAt !== '' ? new Date(expiresAt) : undefined,
      withProviders && gateway?.ignores_forwarded,
    ),
    checking:
      providers.isLoading ||
      tests.isLoading ||
      counted.isLoading ||
      (checksMetadata && fetched.length === 0) ||
      fetched.some(({ state }) => state === 'fetching'),
    /** What couldn't be checked. */
    failed: sources.filter(({ query: { error } }) => error && !isUnavailable(error)),
    /** How many providers' metadata weren't checked because there are too many. */
    unchecked: checksMetadata ? 0 : published,
  };
}

/** Something that the user should look at. */
export interface AttentionItem {
  id: string;
  tone: 'bad' | 'warning' | 'busy';
  /** What's wrong: "Okta's last sign-in test failed". */
  title: string;
  /** Where or why: "Token request". */
  detail: string;
  /** When it happened, if known. */
  at?: Date | undefined;
  /** What happened then, if not what the title says. */
  atLabel?: string;
  /** The page to look at it on, if there is one, and what to do there: "Review". */
  address?: string;
  /** The tab of that page. */
  tab?: string;
  action?: string;
}

/** A provider with what's known about it. */
export interface CheckedProvider {
  op: OidcOp;
  test: LastSignInTest | undefined;
  metadata: MetadataState;
  rejections?: Rejections | undefined;
}

/**
 * What needs attention: problems first, then running jobs.
 * @param certificateExpiresAt when the gateway's certificate expires, if it has one
 * @param ignoresForwarded whether the gateway doesn't read the addresses that a proxy forwards
 */
export function attentionItems(
  providers: readonly CheckedProvider[],
  jobs: readonly TrackedJob[],
  certificateExpiresAt?: Date,
  ignoresForwarded = false,
): AttentionItem[] {
  const all = [
    ...(certificateExpiresAt ? certificateItem(certificateExpiresAt) : []),
    ...(ignoresForwarded ? [forwardedItem] : []),
    ...providers.flatMap(attentionFor),
    ...jobs.flatMap(jobItem),
  ];
  const order = { bad: 0, warning: 1, busy: 2 };
  return all.toSorted((one, other) => order[one.tone] - order[other.tone]);
}

const forwardedItem: AttentionItem = {
  id: 'forwarded',
  tone: 'warning',
  title: "Requests seem to come through a proxy, but TRUST_PROXY isn't set",
  detail:
    'If they do, all users count as one address when sign-ins are limited and logged: set it to the address of the proxy',
};

const dayMilliseconds = 24 * 60 * 60 * 1000;
const warnDays = 14;

function certificateItem(expiresAt: Date): AttentionItem[] {
  const left = expiresAt.getTime() - Date.now();
  if (left > warnDays * dayMilliseconds) return [];
  const isExpired = left <= 0;
  return [
    {
      id: 'certificate',
      tone: isExpired ? 'bad' : 'warning',
      title: isExpired
        ? "The console's TLS certificate has expired"
        : "The console's TLS certificate expires soon",
      detail: 'Renew the files in TLS_CERT and TLS_KEY; no restart is needed',
      at: expiresAt,
    },
  ];
}

/** What was rejected, unless a test has passed since. */
function rejectionItem({ op, test, rejections }: CheckedProvider) {
  if (!rejections) return undefined;
  const { counts, signedIn, rejected, when, lastSuccess } = rejections;
  const causes = causesOf(counts);
  const lastRejection = Math.max(...causes.map(({ at }) => Date.parse(at)));
  if (test?.outcome === 'passed' && Date.parse(test.started_at) > lastRejection) return undefined;
  return {
    title: msg`${op.name} · ${formatNumber(rejected)} of ${count(rejected + signedIn, 'sign-in')} rejected ${when}`,
    detail: [
      ...causes.map(({ code, count: times }) => `${reasonOf(code)} ×${formatNumber(times)}`),
      ...(Date.parse(op.updated_at) > lastRejection ? ['changed since'] : []),
    ].join(' · '),
    at: lastSuccess,
  };
}

function attentionFor(provider: CheckedProvider): AttentionItem[] {
  const { op, test, metadata } = provider;
  const rejections = rejectionItem(provider);
  const address = `/oidc/${op.id}`;
  const items: AttentionItem[] = [];
  const differing =
    metadata.state === 'differs' ? metadata.fields.map((field) => labels[field]).join(', ') : '';
  if (rejections) {
    const { title, detail, at } = rejections;
    items.push({
      id: `rejections-${op.id}`,
      tone: 'bad',
      title,
      // The likely reason, so that it isn't a card of its own.
      detail: [detail, differing && `differs from its metadata: ${differing}`].filter(Boolean).join(' · '),
      at,
      atLabel: 'last success',
      address,
      tab: 'sign-ins',
      action: 'Review',
    });
  }
  if (test?.outcome === 'failed')
    items.push({
      id: `test-${op.id}`,
      tone: 'bad',
      title: msg`The last sign-in test of ${op.name} failed`,
      detail: `${outcomeText(test)}${isOutdated(test, op) ? ', changed since' : ''}`,
      at: new Date(test.started_at),
      address,
      action: 'Review',
    });
  if (differing !== '' && !rejections)
    items.push({
      id: `metadata-${op.id}`,
      tone: 'warning',
      title: msg`${op.name} differs from its published metadata`,
      detail: differing,
      address,
      action: 'Compare',
    });
  if (metadata.state === 'unreachable')
    items.push({
      id: `metadata-${op.id}`,
      tone: 'warning',
      title: msg`Couldn't fetch the metadata of ${op.name}`,
      detail: metadata.reason,
      address,
      action: 'Review',
    });
  return items;
}

function jobItem(job: TrackedJob): AttentionItem[] {
  const failed = job.phase === 'failed';
  if (isEnded(job) && !failed) return [];
  const message = messageOf(job);
  const followed = failed || isRunning(job);
  const state = failed ? 'Failed' : isRunning(job) ? 'Running' : 'Not followed';
  const reason = followed ? message : job.trouble || message;
  return [
    {
      id: job.path,
      tone: failed ? 'bad' : followed ? 'busy' : 'warning',
      title: job.title,
      // Messages of the service begin with it.
      detail: [state, reason.replace(/^Failed: /, '')].filter(Boolean).join(': '),
      at: new Date(job.endedAt ?? job.startedAt),
      address: `/jobs/${jobIdOf(job.path)}`,
      action: 'View',
    },
  ];
}

/** Joins words: "jobs, sign-in tests, and provider metadata". */
export const joined = (words: Iterable<string>) => new Intl.ListFormat('en').format(words);
