import { sql } from 'kysely';
import { repeat } from '../service/app.ts';
import type { Database } from '../service/store/database/database.ts';

const intervalMilliseconds = 60_000;
const toleratedSeconds = 60;

/**
 * Compares this machine's clock with the database's, which all instances share.
 * @param warn called with a sentence when it begins to differ by more than a minute
 * @returns the sentence while it does, and how to stop
 */
export function watchClock(
  { probe }: Pick<Database, 'probe'>,
  warn: (sentence: string) => void,
  milliseconds = intervalMilliseconds,
) {
  let problem: string | undefined;
  const check = async () => {
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(probe);
    const seconds = Math.round((Date.now() - (rows[0]?.at.getTime() ?? Number.NaN)) / 1000);
    const before = problem;
    problem = Math.abs(seconds) > toleratedSeconds ? sentenceAbout(seconds) : undefined;
    if (problem !== undefined && before === undefined) warn(problem);
  };
  // A database that can't be reached is reported elsewhere.
  const stop = repeat(milliseconds, () => check().catch(() => undefined));
  return { problem: () => problem, stop };
}

function sentenceAbout(seconds: number): string {
  const difference = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the database's`;
  return `this machine's clock is ${difference}, so instances can disagree about when sessions and jobs end: synchronize the clocks`;
}
