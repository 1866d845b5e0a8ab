import { jobIdOf } from '../../../contract/jobs.ts';
import { count, msg } from '../../lib/text.ts';
import { notify } from '../notifications/notify.ts';
import { getJobSettings } from './settings.ts';
import { isEnded, messageOf, whyUnknown, type TrackedJob } from './tracked-job.ts';

/** This many jobs per event are announced one by one within the window; any more are only counted. */
const individualMax = 2;
const windowMilliseconds = 6_000;
const countDelayMilliseconds = 1_000;
/** Another time than that of its start, which it may take the place of. */
const endMilliseconds = 8_000;

/** @property announcedAt when jobs were last announced one by one @property more how many since their count was closed */
const newEvent = (label: string) => ({ label, announcedAt: [] as number[], more: 0 });
const started = newEvent('started');
const ends = {
  done: newEvent('completed'),
  failed: newEvent('failed'),
  removed: newEvent('outcome unknown'),
};
let counting: ReturnType<typeof setTimeout> | undefined;

/**
 * Announces that a job has started or ended: its end takes the place of its start, and in the history. Of many at the same
 * time, most are only counted.
 */
export function announce(job: TrackedJob): void {
  const { phase, title, path } = job;
  const event = phase === 'done' || phase === 'failed' || phase === 'removed' ? ends[phase] : started;
  if (isEnded(job)) {
    // It may be one of those.
    started.more = 0;
    notify.hide(countNote(started.label));
  }
  const { quiet } = getJobSettings();
  const now = Date.now();
  event.announcedAt = event.announcedAt.filter((at) => now - at < windowMilliseconds);
  const individually = event.announcedAt.length < individualMax;
  const name = msg`${title}: ${event.label}`;
  const options = { quiet: quiet || !individually, link: `/jobs/${jobIdOf(path)}`, about: path };
  if (phase === 'failed') notify.error(name, new Error(messageOf(job)), options);
  else
    notify.success(name, resultOf(job), { ...options, ...(isEnded(job) && { autoClose: endMilliseconds }) });
  if (quiet) return;
  if (individually) event.announcedAt.push(now);
  else {
    event.more += 1;
    counting ??= setTimeout(announceCounts, countDelayMilliseconds);
  }
}

/** What a job did, unless its message only repeats that it's completed. */
function resultOf(job: TrackedJob): string {
  if (job.phase === 'removed') return whyUnknown(job);
  const message = job.phase === 'done' ? messageOf(job) : '';
  return message.toLowerCase() === ends.done.label ? '' : message;
}

const countNote = (label: string) => `jobs ${label}`;

function announceCounts(): void {
  counting = undefined;
  for (const event of [started, ...Object.values(ends)]) {
    if (event.more === 0) continue;
    const title = `${count(event.more, 'more job')}: ${event.label}`;
    const kind = event === ends.failed ? 'error' : 'success';
    notify.many(kind, countNote(event.label), title, 'See Jobs for details.', () => {
      event.more = 0;
    });
  }
}
