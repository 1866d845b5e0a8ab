import type { ComponentProps } from 'react';
import { ActionButton } from '../action-button.tsx';
import classes from './danger-button.module.css';

/** Confirms something that can't be undone; its label names the object, which may be long. */
export function DangerButton(props: ComponentProps<typeof ActionButton>) {
  return <ActionButton variant="filled" size="sm" color="red" className={classes.button} {...props} />;
}
