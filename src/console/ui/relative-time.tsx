import { useEffect, useState } from 'react';
import { agoOf } from '../lib/ago.ts';

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });
const tickMilliseconds = 10_000;

/** How long ago something was; the exact time with its zone on hover and for screen readers. */
export function RelativeTime({ at }: { at: Date }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMilliseconds);
    return () => clearInterval(timer);
  }, []);
  // From a service that writes times in a way of its own.
  if (Number.isNaN(at.getTime())) return <>at an unknown time</>;
  return (
    <time dateTime={at.toISOString()} title={exact.format(at)}>
      {agoOf(now - at.getTime(), tickMilliseconds)}
    </time>
  );
}
