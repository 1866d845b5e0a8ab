import { agoOf, exactTime } from '../lib/ago.ts';
import { useNow } from '../lib/clock.ts';

const tickMilliseconds = 10_000;

/** A time as "5 min ago", with the exact time as its title. */
export function RelativeTime({ at }: { at: Date }) {
  const now = useNow(tickMilliseconds);
  // A remote service may use another time format.
  if (Number.isNaN(at.getTime())) return <>at an unknown time</>;
  return (
    <time dateTime={at.toISOString()} title={exactTime(at)}>
      {agoOf(now - at.getTime(), tickMilliseconds)}
    </time>
  );
}
