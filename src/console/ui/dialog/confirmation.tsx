import { Button, Group, Stack } from '@mantine/core';
import classes from './confirmation.module.css';
import type { ReactNode, ComponentProps } from 'react';
import { ActionButton } from '../action-button.tsx';
import { Dialog, Sending } from './dialog.tsx';
import { ErrorView } from '../error-view.tsx';
import type { FormState } from '../form-shell.tsx';

interface ConfirmDialogProps {
  /** The action, unless it asks something else. */
  title?: string;
  /** Whether Back leaves it open. */
  staysOnBack?: boolean;
  /** The confirm button's label: "Delete Acme and 12 subgroups". */
  action: string;
  /** The cancel button's label. */
  cancel?: string;
  /** The error title if the action fails: "Couldn't delete Acme". */
  refusal?: string;
  /** How the action is being sent; undefined if it sends nothing, so that it works offline. */
  form?: Partial<FormState>;
  /** Whether it can be undone. */
  isSafe?: boolean;
  /** Something is still missing, such as a name to type. */
  disabled?: boolean;
  onConfirm(): void;
  onClose(): void;
  /** The consequences. */
  children: ReactNode;
}

/** A dialog with the consequences of an action that can't be undone, Cancel (focused) and the action's button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { action, title = action, staysOnBack = false, cancel = 'Cancel', refusal, form, onConfirm } = props;
  const { problems, submitting: busy = false } = form ?? {};
  return (
    <Dialog title={title} easyToLeave staysOnBack={staysOnBack} onClose={props.onClose}>
      <Stack>
        {refusal !== undefined && problems && problems.rest.length > 0 && (
          <ErrorView
            title={problems.title ?? refusal}
            detail={problems.rest}
            onRetry={problems.mayRepeat ? onConfirm : undefined}
          />
        )}
        {props.children}
        {busy && <Sending />}
        <Group gap={12} justify="flex-end" align="flex-end" wrap="nowrap">
          <Button size="sm" flex="none" disabled={busy} onClick={props.onClose} data-autofocus>
            {cancel}
          </Button>
          <DangerButton
            isLocal={!form}
            {...(props.isSafe && { color: 'teal' })}
            loading={busy}
            disabled={!busy && (props.disabled ?? false)}
            onClick={onConfirm}
          >
            {action}
          </DangerButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

type DangerButtonProps = ComponentProps<typeof ActionButton> & {
  /** Whether it sends nothing, so that it works offline. */
  isLocal?: boolean;
};

/** Confirms something that can't be undone; its label names the object, which may be long. */
export function DangerButton({ isLocal = false, ...props }: DangerButtonProps) {
  const Action = isLocal ? Button : ActionButton;
  return <Action variant="filled" size="sm" color="red" className={classes.button} {...props} />;
}
