import type { SignInEvent } from '../../../contract/activity/sign-in-events.ts';
import { CheckIcon, CloseIcon } from '../../ui/icons.tsx';
import classes from './activity.module.css';

/** Whether a sign-in succeeded, in a word. */
export function outcomeText(outcome: SignInEvent['outcome']): string {
  return outcome === 'signed_in' ? 'Signed in' : 'Rejected';
}

/** Whether a sign-in succeeded, with an icon. */
export function Outcome({ outcome }: Pick<SignInEvent, 'outcome'>) {
  return (
    <span className={classes.outcome} data-outcome={outcome}>
      {outcome === 'signed_in' ? <CheckIcon /> : <CloseIcon />} {outcomeText(outcome)}
    </span>
  );
}
