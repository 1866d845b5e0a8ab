import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionButton } from '../action-button.tsx';
import classes from './confirmation.module.css';
import { Dialog } from './dialog.tsx';
import { ErrorView } from '../error-view.tsx';

interface ConfirmationProps {
  /** What will be done, with its object: "Delete Acme and 12 groups below it". */
  action: string;
  /** How to leave without doing it. */
  cancel?: string;
  /** What it was called when it did not work: "Acme was not deleted". */
  refusal?: string;
  /** Why it did not work. */
  problems?: readonly string[];
  sending?: boolean;
  /** Something is still missing, such as a name typed. */
  disabled?: boolean;
  onConfirm(): void;
  onClose(): void;
  /** What follows from it. */
  children: ReactNode;
}

/** What follows from something that cannot be taken back, and the two ways on; the harmless one has the focus. */
export function Confirmation(props: ConfirmationProps) {
  const { action, cancel = 'Cancel', refusal, problems = [], children } = props;
  return (
    <Stack>
      {refusal !== undefined && problems.length > 0 && <ErrorView title={refusal} detail={problems} />}
      {children}
      <div className={classes.ways}>
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {cancel}
        </Button>
        <ActionButton
          color="red"
          className={classes.act}
          loading={props.sending ?? false}
          disabled={props.disabled ?? false}
          onClick={props.onConfirm}
        >
          {action}
        </ActionButton>
      </div>
    </Stack>
  );
}

/** A dialog that asks before it is done. */
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
