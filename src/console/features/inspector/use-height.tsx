import { useState } from 'react';
import { Separator } from '../../ui/separator.tsx';
import classes from './inspector.module.css';

const least = 160;
// Kept until the page is closed.
let last = 340;

/** The height of the inspector, and the separator that changes it. */
export function useHeight() {
  const [height, setHeight] = useState(last);
  const most = Math.max(least, window.innerHeight - 180);
  const current = Math.min(height, most);
  const separator = (
    <Separator
      label="Height of the request inspector"
      axis="y"
      value={current}
      least={least}
      most={most}
      step={32}
      className={classes.separator}
      onChange={(value) => {
        last = value;
        setHeight(value);
      }}
    />
  );
  return { height: current, separator };
}
