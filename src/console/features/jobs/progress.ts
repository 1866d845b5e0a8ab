import type { TrackedJob } from '../../data/jobs/tracked-job.ts';

const unchangedMilliseconds = 120_000;

/** For how long a running job has told nothing new, in milliseconds, where that is two minutes or more. */
export function stalledFor(job: TrackedJob): number | undefined {
  // Only what was asked for is known to be unchanged.
  const unchanged = (job.checkedAt ?? 0) - (job.timeline.at(-1)?.at ?? job.startedAt);
  return job.phase === 'running' && unchanged >= unchangedMilliseconds ? unchanged : undefined;
}

/** The share done, from 0 to 1, where a message tells it: `1,200 of 5,000`, `3/4`, `45 %`. */
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
