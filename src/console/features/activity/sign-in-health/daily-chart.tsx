import type { CSSProperties } from 'react';
import type { Day } from '../../../data/activity/daily.ts';
import { formatNumber } from '../../../lib/text.ts';
import classes from './sign-in-health.module.css';

const shortDay = new Intl.DateTimeFormat('en', { weekday: 'short' });
const longDay = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric' });

/** Successful and rejected sign-ins per day, as bars with a common scale. */
export function DailyChart({ days }: { days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ signedIn, rejected }) => signedIn + rejected));
  return (
    <ol className={classes.chart} aria-label="Sign-ins per day">
      {days.map(({ start, signedIn, rejected }) => {
        const text = `${longDay.format(start)}: ${formatNumber(signedIn)} signed in, ${formatNumber(rejected)} rejected`;
        // React sets them through the CSSOM, which the Content-Security-Policy allows.
        const shares = { '--signed-in': signedIn / most, '--rejected': rejected / most } as CSSProperties;
        return (
          <li key={start.getTime()} title={text}>
            <span className="visually-hidden">{text}</span>
            <span className={classes.bars} style={shares} aria-hidden="true">
              <span className={classes.rejected} />
              <span className={classes.signedIn} />
            </span>
            <span className="muted" aria-hidden="true">
              {shortDay.format(start)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
