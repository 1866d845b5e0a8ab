import { useLocalStorage } from '@mantine/hooks';
import { useRef } from 'react';
import classes from './groups-page.module.css';

const narrowest = 280;
const widest = 560;
const step = 20;

/** The width of the tree pane, remembered, and the line that changes it by pointer or by arrow keys. */
export function useWidth() {
  const [width, setWidth] = useLocalStorage({ key: 'palisade-tree-width', defaultValue: 340 });
  const drag = useRef<{ x: number; width: number }>(null);
  const change = (value: number) => setWidth(Math.min(widest, Math.max(narrowest, Math.round(value))));
  const separator = (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the group tree"
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      className={classes.separator}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') change(width - step);
        if (event.key === 'ArrowRight') change(width + step);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => {
        if (drag.current) change(drag.current.width + event.clientX - drag.current.x);
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
    />
  );
  return { width, separator };
}
