import type { ReactNode } from 'react';
import { msg } from '../lib/text.ts';
import { ConfirmAction } from './confirm-action.tsx';
import { notify } from './notifications/notify.ts';
import { type Written, unlessGone } from './write.ts';

interface DeleteDialogProps {
  /** The record's name. */
  name: string;
  /** What is deleted, if that's more than the record: "Acme and 26 subgroups". */
  what?: string;
  /** Whether it can't be confirmed yet. */
  disabled?: boolean;
  remove(): Promise<Written<unknown>>;
  /** Reads the record, to find out whether it still exists. */
  read(): Promise<unknown>;
  /** Removes it from the lists that are cached. */
  hide?(): void;
  /** Called once it's deleted, or a job is deleting it; resolves once its page is left. */
  onDeleted(isDone: boolean): Promise<void> | void;
  /** Refetches what the pages show. */
  refresh?(): Promise<void>;
  onClose(): void;
  /** The consequences. */
  children: ReactNode;
}

/** Confirms deleting a record. If someone else has already deleted it, that's as good. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { name, what = name, disabled = false, remove, read, hide, onDeleted, refresh, onClose } = props;
  const run = async () => {
    const result = await unlessGone(remove(), read);
    const isDone = result?.done !== false;
    // The page may lead to its list.
    if (isDone) hide?.();
    await onDeleted(isDone);
    if (!result) notify.success(msg`${name} was already deleted`);
    else if (result.done) notify.success(msg`${name} deleted`);
    await refresh?.();
  };
  return (
    <ConfirmAction
      title={msg`Delete ${name}`}
      action={msg`Delete ${what}`}
      refusal={msg`Couldn't delete ${name}`}
      disabled={disabled}
      run={run}
      onClose={onClose}
    >
      {props.children}
    </ConfirmAction>
  );
}
