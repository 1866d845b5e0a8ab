import { useState } from 'react';
import { Separator } from '../../ui/separator.tsx';
import classes from './inspector.module.css';

const least = 160;
// As it was left, for as long as the page lives.
let last = 340;

/** The height of the inspector, and the line above it that changes it. */
export function useHeight() {
  const [height, setHeight] = useState(last);
  const most = Math.max(least, window.innerHeight - 180);
  const shown = Math.min(height, most);
  const separator = (
    <Separator
      label="Height of the request inspector"
      axis="y"
      value={shown}
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
  return { height: shown, separator };
}
