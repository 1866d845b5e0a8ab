import { count } from '../lib/text.ts';
import { notify } from '../notifications/notify.ts';
import { whyUnknown } from './reactions.ts';
import { getJobSettings } from './settings.ts';
import { messageOf, type TrackedJob } from './tracked-job.ts';

/** So many ends are told one by one within this time; of those that come beside them it is told how many there are. */
const aloneMost = 3;
const withinMilliseconds = 6_000;
const renewMilliseconds = 1_000;

const words = { done: 'done', failed: 'failed', removed: 'ended' };
/** Since the note that tells how many was last closed. */
const more = { done: 0, failed: 0, removed: 0 };
let aloneAt: number[] = [];
let renewing: ReturnType<typeof setTimeout> | undefined;

/** Tells that a job has ended; where very many end together, how many. The history has each of them. */
export function announce(job: TrackedJob): void {
  const { quiet } = getJobSettings();
  const now = Date.now();
  aloneAt = aloneAt.filter((at) => now - at < withinMilliseconds);
  const alone = aloneAt.length < aloneMost;
  const phase = tell(job, quiet || !alone);
  if (quiet) return;
  if (alone) aloneAt.push(now);
  else {
    more[phase] += 1;
    renewing ??= setTimeout(tellHowMany, renewMilliseconds);
  }
}

function tell(job: TrackedJob, quiet: boolean): keyof typeof more {
  const { title, phase } = job;
  if (phase === 'done') notify.success(`${title}: done`, messageOf(job), { quiet });
  else if (phase === 'failed') notify.error(`${title}: failed`, new Error(messageOf(job)), { quiet });
  else notify.success(`${title}: ended`, whyUnknown(job), { quiet });
  return phase === 'done' || phase === 'failed' ? phase : 'removed';
}

function tellHowMany(): void {
  renewing = undefined;
  for (const phase of ['done', 'failed', 'removed'] as const) {
    if (more[phase] === 0) continue;
    const title = `${count(more[phase], 'more job')} ${words[phase]}`;
    const kind = phase === 'failed' ? 'error' : 'success';
    notify.many(kind, `jobs ${phase}`, title, 'The list of jobs tells of each.', () => {
      more[phase] = 0;
    });
  }
}
