import { useEffect, useState } from 'react';

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });
const tickMilliseconds = 10_000;
const day = 86_400;

/** How long ago something was; the exact time with its zone on hover and for screen readers. */
export function RelativeTime({ at }: { at: Date }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMilliseconds);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at.toISOString()} title={exact.format(at)}>
      {ago(now - at.getTime())}
    </time>
  );
}

function ago(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 10) return 'just now';
  if (seconds < 60) return relative.format(-seconds, 'second');
  if (seconds < 3600) return relative.format(-Math.floor(seconds / 60), 'minute');
  if (seconds < day) return relative.format(-Math.floor(seconds / 3600), 'hour');
  if (seconds < 60 * day) return relative.format(-Math.floor(seconds / day), 'day');
  if (seconds < 730 * day) return relative.format(-Math.floor(seconds / (30.44 * day)), 'month');
  return relative.format(-Math.floor(seconds / (365.25 * day)), 'year');
}
