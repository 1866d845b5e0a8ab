import { count } from '../../lib/text.ts';
import { notify } from '../notifications/notify.ts';
import { whyUnknown } from './reactions.ts';
import { getJobSettings } from './settings.ts';
import { messageOf, type TrackedJob } from './tracked-job.ts';

/** This many jobs per outcome are announced one by one within the window; any more are only counted. */
const individualMax = 2;
const windowMilliseconds = 6_000;
const countDelayMilliseconds = 1_000;

interface Outcome {
  label: string;
  /** When jobs were last announced one by one. */
  announcedAt: number[];
  /** How many more ended since the notification that counts them was last closed. */
  more: number;
}

const outcomeOf = (label: string): Outcome => ({ label, announcedAt: [], more: 0 });
const outcomes = {
  done: outcomeOf('completed'),
  failed: outcomeOf('failed'),
  removed: outcomeOf('outcome unknown'),
};
let counting: ReturnType<typeof setTimeout> | undefined;

/** Announces that a job has ended; many that end together are counted. The history lists every one. */
export function announce(job: TrackedJob): void {
  const { quiet } = getJobSettings();
  const { title, phase } = job;
  const outcome = phase === 'done' || phase === 'failed' ? outcomes[phase] : outcomes.removed;
  const now = Date.now();
  outcome.announcedAt = outcome.announcedAt.filter((at) => now - at < windowMilliseconds);
  const individually = outcome.announcedAt.length < individualMax;
  const options = { quiet: quiet || !individually };
  if (phase === 'failed') notify.error(`${title}: failed`, new Error(messageOf(job)), options);
  else {
    const message = phase === 'done' ? messageOf(job) : whyUnknown(job);
    notify.success(`${title}: ${outcome.label}`, message, options);
  }
  if (quiet) return;
  if (individually) outcome.announcedAt.push(now);
  else {
    outcome.more += 1;
    counting ??= setTimeout(announceCounts, countDelayMilliseconds);
  }
}

function announceCounts(): void {
  counting = undefined;
  for (const outcome of Object.values(outcomes)) {
    if (outcome.more === 0) continue;
    const title = `${count(outcome.more, 'more job')}: ${outcome.label}`;
    const kind = outcome === outcomes.failed ? 'error' : 'success';
    notify.many(kind, `jobs ${outcome.label}`, title, 'See Jobs for details.', () => {
      outcome.more = 0;
    });
  }
}
