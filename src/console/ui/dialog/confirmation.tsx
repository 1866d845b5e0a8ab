import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './confirmation.module.css';
import { DangerButton } from './danger-button.tsx';
import { Dialog, Sending } from './dialog.tsx';
import { ErrorView } from '../error-view.tsx';

interface ConfirmationProps {
  /** The confirm button's label: "Delete Acme and 12 subgroups". */
  action: string;
  /** The cancel button's label. */
  cancel?: string;
  /** The error title if the action fails: "Couldn't delete Acme". */
  refusal?: string;
  /** Why the action failed. */
  problems?: readonly string[];
  sending?: boolean;
  /** Something is still missing, such as a name to type. */
  disabled?: boolean;
  onConfirm(): void;
  onClose(): void;
  /** The consequences. */
  children: ReactNode;
}

/** The consequences of an action that can't be undone, with Cancel (focused) and the action's button. */
export function Confirmation(props: ConfirmationProps) {
  const { action, cancel = 'Cancel', refusal, problems = [], children } = props;
  return (
    <Stack>
      {refusal !== undefined && problems.length > 0 && <ErrorView title={refusal} detail={problems} />}
      {children}
      {props.sending && <Sending />}
      <div className={classes.buttons}>
        <Button size="sm" disabled={props.sending ?? false} onClick={props.onClose} data-autofocus>
          {cancel}
        </Button>
        <DangerButton
          loading={props.sending ?? false}
          disabled={props.disabled ?? false}
          onClick={props.onConfirm}
        >
          {action}
        </DangerButton>
      </div>
    </Stack>
  );
}

/** A dialog that asks for confirmation. */
export function ConfirmDialog({
  title,
  staysOnBack = false,
  ...props
}: ConfirmationProps & { title: string; staysOnBack?: boolean }) {
  return (
    <Dialog title={title} easyToLeave staysOnBack={staysOnBack} onClose={props.onClose}>
      <Confirmation {...props} />
    </Dialog>
  );
}
