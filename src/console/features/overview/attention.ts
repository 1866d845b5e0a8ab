import { jobIdOf } from '../../../contract/jobs.ts';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import type { LastSignInTest } from '../../../contract/oidc/sign-in-tests.ts';
import { isEnded, isRunning, messageOf, type TrackedJob } from '../../data/jobs/tracked-job.ts';
import { labels } from '../../data/oidc/fields.ts';
import type { Health } from '../../data/oidc/health.ts';
import { isOutdated, outcomeText } from '../../data/oidc/sign-in-steps.ts';
import { msg } from '../../lib/text.ts';

/** Something that the user should look at. */
export interface AttentionItem {
  id: string;
  tone: 'bad' | 'warning' | 'busy';
  /** What's wrong: "Okta's last sign-in test failed". */
  title: string;
  /** Where or why: "Token request". */
  detail: string;
  /** When it happened, if known. */
  at?: Date;
  /** The page to look at it on, if there is one. */
  address?: string;
}

/** A provider with what's known about it. */
export interface CheckedProvider {
  op: OidcOp;
  test: LastSignInTest | undefined;
  health: Health;
}

/**
 * What needs attention: problems first, then running jobs.
 * @param certificateExpiresAt when the gateway's certificate expires, if it has one
 */
export function attentionItems(
  providers: readonly CheckedProvider[],
  jobs: readonly TrackedJob[],
  certificateExpiresAt?: Date,
): AttentionItem[] {
  const all = [
    ...(certificateExpiresAt ? certificateItem(certificateExpiresAt, new Date()) : []),
    ...providers.flatMap(problemsOf),
    ...jobs.flatMap(jobItem),
  ];
  const order = { bad: 0, warning: 1, busy: 2 };
  return all.toSorted((one, other) => order[one.tone] - order[other.tone]);
}

const dayMilliseconds = 24 * 60 * 60 * 1000;
const warnDays = 14;

function certificateItem(expiresAt: Date, now: Date): AttentionItem[] {
  const left = expiresAt.getTime() - now.getTime();
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

function problemsOf({ op, test, health }: CheckedProvider): AttentionItem[] {
  const address = `/oidc/${op.id}`;
  const items: AttentionItem[] = [];
  if (test?.outcome === 'failed')
    items.push({
      id: `test-${op.id}`,
      tone: 'bad',
      title: msg`The last sign-in test of ${op.name} failed`,
      detail: `${outcomeText(test)}${isOutdated(test, op) ? ', changed since' : ''}`,
      at: new Date(test.started_at),
      address,
    });
  if (health.state === 'differs')
    items.push({
      id: `metadata-${op.id}`,
      tone: 'warning',
      title: msg`${op.name} differs from its published metadata`,
      detail: health.fields.map((field) => labels[field]).join(', '),
      address,
    });
  if (health.state === 'unreachable')
    items.push({
      id: `metadata-${op.id}`,
      tone: 'warning',
      title: msg`Couldn't fetch the metadata of ${op.name}`,
      detail: health.reason,
      address,
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
      detail: reason === '' ? state : `${state}: ${reason}`,
      at: new Date(job.endedAt ?? job.startedAt),
      address: `/jobs/${jobIdOf(job.path)}`,
    },
  ];
}
