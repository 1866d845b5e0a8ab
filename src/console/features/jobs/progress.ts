import type { TrackedJob } from '../../data/jobs/tracked-job.ts';
import { formatTime } from '../../lib/preferences/zoned-time.ts';

const unchangedMilliseconds = 120_000;

/** How long a running job has had no new message, in milliseconds, if that's two minutes or more. */
export function stalledFor(job: TrackedJob): number | undefined {
  // Counted up to the last check: what happened since isn't known.
  const unchanged = (job.checkedAt ?? 0) - (job.timeline.at(-1)?.at ?? job.startedAt);
  return job.phase === 'running' && unchanged >= unchangedMilliseconds ? unchanged : undefined;
}

/** The progress from 0 to 1 that a message contains, if any: `1,200 of 5,000`, `3/4`, `45 %`. */
export function progressOf(message: string): number | undefined {
  const count = /(?<![\d.,])(\d[\d.,' ]*?)\s*(?:of|\/)\s*(\d[\d.,']*)/.exec(message);
  if (count) {
    const [done, total] = [count[1], count[2]].map((text) => Number((text ?? '').replace(/\D/g, '')));
    if (done !== undefined && total !== undefined && total > 0 && done <= total) return done / total;
  }
  const percent = /(?<![\d.,])(\d{1,3}(?:[.,]\d+)?)\s*%/.exec(message)?.[1];
  const share = percent === undefined ? undefined : Number(percent.replace(',', '.')) / 100;
  return share !== undefined && share <= 1 ? share : undefined;
}

/** Formats a duration in at most two units: `12 s`, `3 min 20 s`, `1 h 5 min`. */
export function durationOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** Formats a time of day. */
export function timeOfDay(at: number): string {
  return formatTime(at, { timeStyle: 'medium' });
}
