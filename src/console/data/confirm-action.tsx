import type { ComponentProps } from 'react';
import { ConfirmDialog } from '../ui/dialog/confirmation.tsx';
import { useSend } from './write.ts';

interface ConfirmActionProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'form' | 'onConfirm'> {
  refusal: string;
  /** Sends it and closes the dialog. */
  run(): Promise<void>;
}

/** Confirms something that's then sent. The dialog stays open and says why if that fails. */
export function ConfirmAction({ run, ...props }: ConfirmActionProps) {
  const { send, ...form } = useSend();
  return <ConfirmDialog {...props} form={form} onConfirm={() => void send(run)} />;
}
