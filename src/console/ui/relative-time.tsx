import { agoOf, durationOf, exactTime } from '../lib/ago.ts';
import { useNow } from '../lib/use-now.ts';
import { preferences } from '../lib/preferences/preferences.ts';
import { formatTime } from '../lib/preferences/zoned-time.ts';
import { useStore } from '../lib/store.ts';

const tickMilliseconds = 10_000;

type Props = { at: Date } & Partial<Record<'isEnd' | 'isStart', boolean | undefined>>;

/**
 * A time as "5 min ago", with the exact time as its title, which is also printed; or as date and time, if the user prefers.
 * @param isEnd whether it may be to come: "in 6 days". Others only are by clocks that differ
 * @param isStart whether it lasts: "for 5 min", "since" a date
 */
export function RelativeTime({ at, isEnd = false, isStart = false }: Props) {
  const now = useNow(tickMilliseconds);
  const { times } = useStore(preferences);
  // A remote service may use another time format.
  if (Number.isNaN(at.getTime())) return <>at an unknown time</>;
  return (
    <time dateTime={at.toISOString()} title={exactTime(at)}>
      {times === 'absolute'
        ? `${isStart ? 'since ' : ''}${formatTime(at, { dateStyle: 'medium', timeStyle: 'short' })}`
        : isStart
          ? `for ${durationOf(Math.max(now - at.getTime(), 0))}`
          : isEnd && at.getTime() > now
            ? `in ${durationOf(at.getTime() - now)}`
            : agoOf(now - at.getTime(), tickMilliseconds)}
    </time>
  );
}
