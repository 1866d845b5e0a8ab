import { RelativeTime } from '../../ui/relative-time.tsx';

const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });

/** A time in full and as an age: "Mar 30, 2026, 7:05:12 AM GMT+2 (5 min ago)". */
export function ExactTime({ at }: { at: string }) {
  const time = new Date(at);
  return (
    <>
      {Number.isNaN(time.getTime()) ? at : format.format(time)}{' '}
      <span className="muted">
        (<RelativeTime at={time} />)
      </span>
    </>
  );
}
