import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isUnavailable } from '../../../client/errors.ts';
import { polled } from '../../api/retries.ts';
import { useJobs } from '../../data/jobs/job-store.ts';
import { oidcOpsQuery } from '../../data/oidc/providers.ts';
import { endingApiKeysQuery } from '../../data/access/api-keys.ts';
import { useService } from '../../data/service/use-service.ts';
import { lastSignInTestsQuery } from '../../data/oidc/sign-in-tests.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { causesText, watchesQuery } from '../../data/oidc/watches.ts';
import { jobIdOf } from '../../../contract/jobs.ts';
import type { AlertDestination } from '../../../contract/activity/alerts.ts';
import { alertDestinationsQuery, resultOf } from '../../data/activity/alerts.ts';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import { daysUntil, type Watch } from '../../../contract/oidc/watch.ts';
import type { LastSignInTest } from '../../../contract/oidc/sign-in-tests.ts';
import { isEnded, isRunning, messageOf, type TrackedJob } from '../../data/jobs/tracked-job.ts';
import { isOutdated, outcomeText } from '../../data/oidc/sign-in-steps.ts';
import { count, formatNumber, msg } from '../../lib/text.ts';
import { useNow } from '../../lib/use-now.ts';
import { type End, useEnds } from './ends.ts';
import { reasonOf } from '../../data/activity/reasons.ts';
import {
  causesOf,
  rejectionsIn,
  signInCountsQuery,
  type Rejections,
  weekStarts,
} from '../../data/activity/sign-in-counts.ts';

/** Collects what needs attention, and says how far that's known. @param withProviders whether the user can read providers */
export function useAttention(withProviders: boolean) {
  const jobs = useJobs();
  const { data: gateway } = useQuery({ ...gatewayQuery, enabled: withProviders });
  const providers = useQuery({ ...oidcOpsQuery, ...polled, enabled: withProviders });
  const tests = useQuery({ ...lastSignInTestsQuery, ...polled, enabled: withProviders });
  const now = useNow(60_000);
  const starts = weekStarts(now);
  const ends = useEnds(withProviders);
  const counted = useQuery({ ...signInCountsQuery({}, starts), ...polled, enabled: withProviders });
  const destinations = useQuery({ ...alertDestinationsQuery, enabled: withProviders });
  const watches = useQuery({ ...watchesQuery, ...polled, enabled: withProviders });
  // Nobody signs in through the others.
  const ops = useMemo(
    () => providers.data?.ops.filter(({ resource }) => watches.data?.get(resource)?.enabled !== false),
    [providers.data, watches.data],
  );
  const checkedProviders = (ops ?? []).map((op) => ({
    op,
    test: tests.data?.get(op.resource),
    watch: watches.data?.get(op.resource),
    rejections: rejectionsIn(
      (counted.data?.data ?? []).filter(({ oidc_op_resource: path }) => path === op.resource),
      starts,
    ),
  }));
  const { complete } = useService();
  const keys = useQuery({ ...endingApiKeysQuery, ...polled, enabled: complete });
  const sources = [
    { what: 'providers', query: providers },
    { what: 'sign-in tests', query: tests },
    { what: 'sign-ins', query: counted },
    { what: 'alerts', query: destinations },
    { what: 'provider states', query: watches },
    { what: 'API keys that end', query: keys },
  ];
  return {
    items: attentionItems(checkedProviders, jobs, [
      ...endItems(ends, new Date(now)),
      ...(withProviders && gateway?.ignores_forwarded ? [forwardedItem] : []),
      ...(destinations.data ?? []).flatMap(destinationItem),
    ]),
    checking: sources.some(({ query }) => query.isLoading),
    /** What couldn't be checked. */
    failed: sources.filter(({ query: { error } }) => error && !isUnavailable(error)),
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
  isStart?: boolean;
  /** The page to look at it on, if there is one, and what to do there, if not "Review". */
  address?: string;
  /** The tab or log of that page. */
  search?: { tab: string } | { log: 'alerts' };
  action?: string;
}

/** A provider with what's known about it. */
export interface CheckedProvider {
  op: OidcOp;
  test: LastSignInTest | undefined;
  watch?: Watch | undefined;
  rejections?: Rejections | undefined;
}

/**
 * What needs attention: problems first, then running jobs.
 * @param others what isn't about a provider's sign-ins or a job
 */
export function attentionItems(
  providers: readonly CheckedProvider[],
  jobs: readonly TrackedJob[],
  others: readonly AttentionItem[] = [],
): AttentionItem[] {
  const all = [...others, ...providers.flatMap(attentionFor), ...jobs.flatMap(jobItem)];
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

export function destinationItem(destination: AlertDestination): AttentionItem[] {
  const { name, failing_since: since } = destination;
  if (since === null) return [];
  return [
    {
      id: `alerts-${name}`,
      tone: 'bad',
      title: msg`Alerts don't arrive at ${name}`,
      detail: resultOf(destination),
      at: new Date(since),
      isStart: true,
      address: '/activity',
      search: { log: 'alerts' },
    },
  ];
}

/** What ends soon, or has ended. */
export function endItems(ends: readonly End[], now: Date): AttentionItem[] {
  return ends
    .filter(({ day, warnDays = -Infinity }) => daysUntil(day, now) <= warnDays)
    .map(({ id, what, at, repair = '', address, search }) => {
      const hasEnded = Date.parse(at) <= now.getTime();
      return {
        id,
        tone: hasEnded ? 'bad' : 'warning',
        title: `${what} ${hasEnded ? 'has expired' : 'expires soon'}`,
        detail: repair,
        at: new Date(at),
        ...(address && { address }),
        ...(search && { search }),
      };
    });
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
  const { op, test, watch } = provider;
  const rejections = rejectionItem(provider);
  const isBroken = watch?.state === 'broken';
  const causes = watch ? causesText(watch) : '';
  const items: AttentionItem[] = [];
  const add = (kind: string, about: Omit<AttentionItem, 'id'>) =>
    void items.push({ id: `${kind}-${op.id}`, address: `/oidc/${op.id}`, ...about });
  if (rejections)
    add('rejections', {
      ...rejections,
      tone: 'bad',
      // The likely reason, so that it isn't a card of its own.
      detail: [rejections.detail, isBroken && causes].filter(Boolean).join(' · '),
      atLabel: 'last success',
      search: { tab: 'sign-ins' },
    });
  else if (isBroken)
    add('watch', {
      tone: 'bad',
      title: msg`Signing in through ${op.name} doesn't work`,
      detail: causes,
      at: new Date(watch.since),
      isStart: true,
    });
  // A provider's state is newer, unless it depends on the user.
  if (test?.outcome === 'failed' && (!watch || watch.state === 'unknown'))
    add('test', {
      tone: 'bad',
      title: msg`The last sign-in test of ${op.name} failed`,
      detail: `${outcomeText(test)}${isOutdated(test, op) ? ', changed since' : ''}`,
      at: new Date(test.started_at),
    });
  if (watch && !isBroken && causes !== '')
    add('warning', {
      tone: 'warning',
      title: msg`Signing in through ${op.name} may stop working`,
      detail: causes,
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
