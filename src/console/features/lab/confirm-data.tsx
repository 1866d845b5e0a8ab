import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../ui/dialog/confirmation.tsx';
import { useDataAction, type DataAction } from './data-queries.ts';
import { detailOf } from './queries.ts';
import { isolate } from '../../lib/text.ts';

/** What loses something that cannot be had back. */
export type ConfirmedAction =
  Extract<DataAction, { do: 'reset' }> | { do: 'restore' | 'delete'; name: string };

interface ConfirmDataProps {
  action: ConfirmedAction;
  /** What there is now, in words. */
  lost: string;
  onClose(): void;
}

/** Says what is lost before the demo's data is replaced, or a snapshot forgotten. */
export function ConfirmData({ action, lost, onClose }: ConfirmDataProps) {
  const change = useDataAction();
  const title = titleOf(action);
  return (
    <ConfirmDialog
      title={title}
      action={title}
      refusal="Nothing was changed"
      problems={change.error ? detailOf(change.error) : []}
      sending={change.isPending}
      onConfirm={() => change.mutate(action, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">
        {action.do === 'delete'
          ? 'Nobody can go back to it then. The demo data stays as it is now.'
          : `What there is now is lost: ${lost}. Everybody is signed out, and running jobs end. Save a snapshot first to come back to it.`}
      </Text>
    </ConfirmDialog>
  );
}

function titleOf(action: ConfirmedAction): string {
  if (action.do === 'reset') return 'Reset the demo data';
  return action.do === 'restore'
    ? `Restore the snapshot ${isolate(action.name)}`
    : `Forget the snapshot ${isolate(action.name)}`;
}
