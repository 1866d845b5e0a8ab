import { jobIdOf } from '../../../contract/jobs.ts';
import { count, msg } from '../../lib/text.ts';
import { notify } from '../notifications/notify.ts';
import { whyUnknown } from './reactions.ts';
import { getJobSettings } from './settings.ts';
import { messageOf, type TrackedJob } from './tracked-job.ts';

/** This many jobs per event are announced one by one within the window; any more are only counted. */
const individualMax = 2;
const windowMilliseconds = 6_000;
const countDelayMilliseconds = 1_000;

interface Event {
  label: string;
  /** When jobs were last announced one by one. */
  announcedAt: number[];
  /** How many more there were since the notification that counts them was last closed. */
  more: number;
}

const newEvent = (label: string): Event => ({ label, announcedAt: [], more: 0 });
const events = {
  started: newEvent('started'),
  done: newEvent('completed'),
  failed: newEvent('failed'),
  removed: newEvent('outcome unknown'),
};
let counting: ReturnType<typeof setTimeout> | undefined;

/** Another time than that of its start, which it may take the place of. */
const endMilliseconds = 8_000;

/** Announces that a job has started. Its end takes the notification's place, and its entry's in the history. */
export function announceStart(job: TrackedJob): void {
  announce(job, events.started, (title, options) => notify.success(title, '', options));
}

/** Announces that a job has ended. */
export function announceEnd(job: TrackedJob): void {
  const { phase } = job;
  // It may be one of those.
  events.started.more = 0;
  notify.hide(countNote(events.started));
  announce(job, phase === 'done' || phase === 'failed' ? events[phase] : events.removed, (title, options) => {
    if (phase === 'failed') notify.error(title, new Error(messageOf(job)), options);
    else
      notify.success(title, phase === 'done' ? resultOf(job) : whyUnknown(job), {
        ...options,
        autoClose: endMilliseconds,
      });
  });
}

/** What a job did, unless its message only repeats that it's completed. */
function resultOf(job: TrackedJob): string {
  const message = messageOf(job);
  return message.toLowerCase() === events.done.label ? '' : message;
}

const countNote = ({ label }: Event) => `jobs ${label}`;

/** Shows an event, or counts it with others that happen at the same time. The history lists every job's latest. */
function announce(
  { title, path }: TrackedJob,
  event: Event,
  send: (title: string, options: { quiet: boolean; link: string; about: string }) => void,
): void {
  const { quiet } = getJobSettings();
  const now = Date.now();
  event.announcedAt = event.announcedAt.filter((at) => now - at < windowMilliseconds);
  const individually = event.announcedAt.length < individualMax;
  send(msg`${title}: ${event.label}`, {
    quiet: quiet || !individually,
    link: `/jobs/${jobIdOf(path)}`,
    about: path,
  });
  if (quiet) return;
  if (individually) event.announcedAt.push(now);
  else {
    event.more += 1;
    counting ??= setTimeout(announceCounts, countDelayMilliseconds);
  }
}

function announceCounts(): void {
  counting = undefined;
  for (const event of Object.values(events)) {
    if (event.more === 0) continue;
    const title = `${count(event.more, 'more job')}: ${event.label}`;
    const kind = event === events.failed ? 'error' : 'success';
    notify.many(kind, countNote(event), title, 'See Jobs for details.', () => {
      event.more = 0;
    });
  }
}
