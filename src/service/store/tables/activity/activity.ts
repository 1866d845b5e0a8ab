import { sql, type RawBuilder } from 'kysely';
import type { ActivityEntry } from '../../../domain/activity/activity-ports.ts';

export interface Activity {
  /** Off: nothing is recorded. */
  isOn: boolean;
  onEntry(entry: ActivityEntry): void;
}

export type Log = 'changes' | 'sign_in_events';

/**
 * The common table expression `numbered`: `last` and `at`, the number and the time of a log's next entry. Times increase with
 * the numbers, unless a clock was wrong by more than five minutes.
 */
export function numbered(log: Log, at: Date): RawBuilder<unknown> {
  const time = sql`${at}::timestamptz`;
  return sql`numbered as (
    update activity_numbers set last = last + 1,
      at = case when at between ${time} and ${time} + interval '5 minutes' then at else ${time} end
    where log = ${sql.lit(log)} returning last, at
  )`;
}
