import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isUnavailable } from '../../../client/errors.ts';
import { polled } from '../../api/retries.ts';
import { useJobs } from '../../data/jobs/job-store.ts';
import { oidcOpsQuery } from '../../data/oidc/providers.ts';
import { useSuspendedProviders } from '../../data/oidc/use-suspended-providers.ts';
import { endingApiKeysQuery, type EndingApiKeys } from '../../data/access/api-keys.ts';
import { ownerOf } from '../../data/access/principal.ts';
import { useService } from '../../data/service/use-service.ts';
import { useSession } from '../../data/session/use-session.ts';
import { lastSignInTestsQuery } from '../../data/oidc/sign-in-tests.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { causesText, watchesQuery } from '../../data/oidc/watches.ts';
import { limits } from '../../../contract/limits.ts';
import { jobIdOf } from '../../../contract/jobs.ts';
import type { AlertDestination } from '../../../contract/activity/alerts.ts';
import { alertDestinationsQuery, resultOf } from '../../data/activity/alerts.ts';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import { daysUntil, noticeDays, type Watch } from '../../../contract/oidc/watch.ts';
import type { LastSignInTest } from '../../../contract/oidc/sign-in-tests.ts';
import { isEnded, isRunning, messageOf, type TrackedJob } from '../../data/jobs/tracked-job.ts';
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

/** Collects what needs attention, and says how far that's known. @param withProviders whether the user can read providers */
export function useAttention(withProviders: boolean) {
  const jobs = useJobs();
  const { data: gateway } = useQuery({ ...gatewayQuery, enabled: withProviders });
  const expiresAt = gateway?.certificate_expires_at ?? '';
  const providers = useQuery({ ...oidcOpsQuery, ...polled, enabled: withProviders });
  const tests = useQuery({ ...lastSignInTestsQuery, ...polled, enabled: withProviders });
  const starts = weekStarts(useNow(60_000));
  const counted = useQuery({ ...signInCountsQuery({}, starts), ...polled, enabled: withProviders });
  const destinations = useQuery({ ...alertDestinationsQuery, enabled: withProviders });
  const watches = useQuery({ ...watchesQuery, ...polled, enabled: withProviders });
  const suspended = useSuspendedProviders(withProviders);
  // Nobody signs in through the others.
  const ops = useMemo(
    () => providers.data?.ops.filter(({ resource }) => !suspended?.has(resource)),
    [providers.data, suspended],
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
  const { user: me } = useSession();
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
    items: attentionItems(
      checkedProviders,
      jobs,
      withProviders && expiresAt !== '' ? new Date(expiresAt) : undefined,
      withProviders && gateway?.ignores_forwarded,
      [
        ...(destinations.data ?? []).flatMap(destinationItem),
        ...(keys.data ? keyItems(keys.data, me.user) : []),
      ],
    ),
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
 * @param certificateExpiresAt when the gateway's certificate expires, if it has one
 * @param ignoresForwarded whether the gateway doesn't read the addresses that a proxy forwards
 * @param more found elsewhere
 */
export function attentionItems(
  providers: readonly CheckedProvider[],
  jobs: readonly TrackedJob[],
  certificateExpiresAt?: Date,
  ignoresForwarded = false,
  more: readonly AttentionItem[] = [],
): AttentionItem[] {
  const all = [
    ...(certificateExpiresAt ? certificateItem(certificateExpiresAt) : []),
    ...(ignoresForwarded ? [forwardedItem] : []),
    ...more,
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

const warnDays = 14;

function certificateItem(expiresAt: Date): AttentionItem[] {
  const left = expiresAt.getTime() - Date.now();
  if (left > warnDays * 86_400_000) return [];
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

/** The first keys in use that end very soon. @param me the user's path */
export function keyItems({ rows, data }: EndingApiKeys, me: string): AttentionItem[] {
  const last = new Date(Date.now() + limits.apiKeyWarnDays * 86_400_000).toISOString();
  const items = data.filter(({ expires_at: end = '' }) => end <= last).map((key) => keyItem(key, me));
  const title = `More than ${count(data.length, 'API key')} end soon`;
  const rest = { id: 'keys', tone: 'warning', title, detail: 'GET /ending_api_keys lists them' } as const;
  return rows > data.length && items.length === data.length ? [...items, rest] : items;
}

function keyItem(key: EndingApiKeys['data'][number], me: string): AttentionItem {
  const { name = '', login = '', api_key_resource: path = '', expires_at: end = '' } = key;
  const user = ownerOf(path) ?? '';
  return {
    id: path,
    tone: 'warning',
    title: msg`The API key ${name} of ${login} is in use and ends soon`,
    detail: 'Replace it, and end it once programs use the new one',
    at: new Date(end),
    address: user === me ? '/account' : `/access${user}`,
    ...(user !== me && { search: { tab: 'sign-in' } }),
  };
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
  const day = watch?.client_secret_ends_on;
  const days = day ? daysUntil(day, new Date()) : Infinity;
  if (day && days <= Math.max(...noticeDays))
    add('secret', {
      tone: days < 0 ? 'bad' : 'warning',
      title: msg`The client secret of ${op.name} ${days < 0 ? 'has ended' : 'ends soon'}`,
      detail: `${days < 0 ? 'Ended' : 'Ends'} on ${day}: create one at the provider and enter it here`,
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
