import { Paper } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { formatNumber } from '../../lib/text.ts';
import classes from './outcome-bars.module.css';

/** A bar of two stacked counts. */
export interface OutcomeBar {
  /** Below the bar: "14:00". */
  tick: string;
  /** What's counted: "Tue, Mar 3, 14:00–15:00". */
  time: string;
  signedIn: number;
  rejected: number;
}

interface OutcomeBarsProps {
  /** What the chart shows, for screen readers. */
  label: string;
  bars: readonly OutcomeBar[];
  /** In pixels, with the line of times below the bars. */
  height: number;
  /** Called with the position of the bar that was chosen. */
  onChoose(position: number): void;
}

/** In narrow charts, only every other one is shown. */
const maxTicks = 7;

/** Sign-ins as stacked bars with a common scale: rejected ones are hatched. One bar is in the tab order; arrow keys move on. */
export function OutcomeBars({ label, bars, height, onChoose }: OutcomeBarsProps) {
  const [stop, setStop] = useState(bars.length - 1);
  /** Under the pointer or the focus. */
  const [shown, setShown] = useState<number>();
  const hide = () => setShown(undefined);
  const largest = Math.max(...bars.map(({ signedIn, rejected }) => signedIn + rejected));
  const sizeOf = (value: number) => ({ height: `${(100 * value) / largest}%` });
  const ticksEvery = Math.ceil(bars.length / maxTicks);
  return (
    <div
      role="group"
      aria-label={label}
      className={classes.chart}
      style={{ height }}
      onKeyDown={moveFocus}
      translate="no"
    >
      <span aria-hidden="true" className={classes.largest}>
        {formatNumber(largest)}
      </span>
      {bars.map((bar, position) => (
        <button
          // Ticks repeat, for example when clocks go back.
          key={position}
          type="button"
          className={classes.bar}
          tabIndex={position === Math.min(stop, bars.length - 1) ? 0 : -1}
          aria-label={`${bar.time}: ${bar.signedIn} signed in, ${bar.rejected} rejected`}
          onFocus={() => {
            setStop(position);
            setShown(position);
          }}
          onBlur={hide}
          onPointerEnter={() => setShown(position)}
          onPointerLeave={hide}
          onClick={() => onChoose(position)}
        >
          {bar.rejected > 0 && <span data-outcome="rejected" style={sizeOf(bar.rejected)} />}
          {bar.signedIn > 0 && <span data-outcome="signed_in" style={sizeOf(bar.signedIn)} />}
          {position % ticksEvery === 0 && (
            <span className={classes.tick} data-spare={position % (2 * ticksEvery) > 0 || undefined}>
              {bar.tick}
            </span>
          )}
          {position === shown && (
            <Paper
              component="span"
              className={classes.values}
              data-late={position >= bars.length / 2 || undefined}
              withBorder
            >
              <strong>{bar.time}</strong>
              <span>{bar.signedIn} signed in</span>
              <span>{bar.rejected} rejected</span>
            </Paper>
          )}
        </button>
      ))}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const bars = [...event.currentTarget.querySelectorAll('button')];
  const at = bars.findIndex((bar) => bar === document.activeElement);
  const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bars.length - 1 }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  bars[target]?.focus();
}
