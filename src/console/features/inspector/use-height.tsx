import { useRef, useState } from 'react';
import classes from './inspector.module.css';

const lowest = 160;
const step = 32;
// As it was left, for as long as the page lives.
let last = 340;

/** The height of the inspector, and the line above it that changes it by pointer or by arrow keys. */
export function useHeight() {
  const [height, setHeight] = useState(last);
  const drag = useRef<{ y: number; height: number }>(null);
  const highest = Math.max(lowest, window.innerHeight - 180);
  const shown = Math.min(height, highest);
  const change = (value: number) => {
    last = Math.min(highest, Math.max(lowest, Math.round(value)));
    setHeight(last);
  };
  const separator = (
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the request inspector"
      aria-valuenow={shown}
      aria-valuemin={lowest}
      aria-valuemax={highest}
      tabIndex={0}
      className={classes.separator}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        change(shown + (event.key === 'ArrowUp' ? step : -step));
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { y: event.clientY, height: shown };
      }}
      onPointerMove={(event) => {
        if (drag.current) change(drag.current.height + drag.current.y - event.clientY);
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
    />
  );
  return { height: shown, separator };
}
