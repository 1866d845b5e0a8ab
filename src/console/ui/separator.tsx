import { useRef } from 'react';

interface SeparatorProps {
  /** What it resizes: "Group tree width". */
  label: string;
  /** `x` changes a width, growing to the right; `y` a height, growing upwards. */
  axis: 'x' | 'y';
  value: number;
  least: number;
  most: number;
  step: number;
  className: string | undefined;
  onChange(value: number): void;
}

/** The separator between two panes, moved with the pointer or the arrow keys. */
export function Separator({ label, axis, value, least, most, step, className, onChange }: SeparatorProps) {
  const drag = useRef<{ at: number; value: number }>(null);
  const [larger, smaller] = axis === 'x' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowUp', 'ArrowDown'];
  const change = (size: number) => onChange(Math.min(most, Math.max(least, Math.round(size))));
  const positionOf = (event: { clientX: number; clientY: number }) =>
    axis === 'x' ? event.clientX : -event.clientY;
  return (
    <div
      role="separator"
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      className={className}
      onKeyDown={(event) => {
        if (event.key !== larger && event.key !== smaller) return;
        event.preventDefault();
        change(value + (event.key === larger ? step : -step));
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { at: positionOf(event), value };
      }}
      onPointerMove={(event) => {
        if (drag.current) change(drag.current.value + positionOf(event) - drag.current.at);
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
    />
  );
}
