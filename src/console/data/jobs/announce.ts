import { count } from '../../lib/text.ts';
import { notify } from '../notifications/notify.ts';
import { whyUnknown } from './reactions.ts';
import { getJobSettings } from './settings.ts';
import { messageOf, type TrackedJob } from './tracked-job.ts';

/** So many of each kind are told one by one within this time; of those that come beside them, how many there are. */
const aloneMost = 2;
const withinMilliseconds = 6_000;
const renewMilliseconds = 1_000;

interface Kind {
  word: string;
  /** When those were told that were told alone. */
  aloneAt: number[];
  /** How many came beside them, since the note that tells it was last closed. */
  more: number;
}

const kindOf = (word: string): Kind => ({ word, aloneAt: [], more: 0 });
const kinds = { done: kindOf('done'), failed: kindOf('failed'), removed: kindOf('ended') };
let renewing: ReturnType<typeof setTimeout> | undefined;

/** Tells that a job has ended; where very many end together, how many. The history has each of them. */
export function announce(job: TrackedJob): void {
  const { quiet } = getJobSettings();
  const { title, phase } = job;
  const kind = phase === 'done' || phase === 'failed' ? kinds[phase] : kinds.removed;
  const now = Date.now();
  kind.aloneAt = kind.aloneAt.filter((at) => now - at < withinMilliseconds);
  const alone = kind.aloneAt.length < aloneMost;
  const manner = { quiet: quiet || !alone };
  if (phase === 'failed') notify.error(`${title}: failed`, new Error(messageOf(job)), manner);
  else notify.success(`${title}: ${kind.word}`, phase === 'done' ? messageOf(job) : whyUnknown(job), manner);
  if (quiet) return;
  if (alone) kind.aloneAt.push(now);
  else {
    kind.more += 1;
    renewing ??= setTimeout(tellHowMany, renewMilliseconds);
  }
}

function tellHowMany(): void {
  renewing = undefined;
  for (const kind of Object.values(kinds)) {
    if (kind.more === 0) continue;
    const title = `${count(kind.more, 'more job')} ${kind.word}`;
    const look = kind === kinds.failed ? 'error' : 'success';
    notify.many(look, `jobs ${kind.word}`, title, 'The list of jobs tells of each.', () => {
      kind.more = 0;
    });
  }
}
