import type { ReactNode } from 'react';
import classes from './with-action.module.css';

/** An `inputContainer` that places a button at the right of the input, above its error message. */
export function withAction(action: ReactNode) {
  return (input: ReactNode) => (
    <div className={classes.row}>
      {input}
      {action}
    </div>
  );
}
