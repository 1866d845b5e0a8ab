import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../ui/confirmation.tsx';
import { useDataAction, type DataAction } from './data-queries.ts';
import { detailOf } from './queries.ts';

interface ConfirmDataProps {
  action: DataAction & { do: 'reset' | 'restore' };
  /** What there is now, in words. */
  lost: string;
  onClose(): void;
}

/** Says what is lost before the demo's data is replaced. */
export function ConfirmData({ action, lost, onClose }: ConfirmDataProps) {
  const change = useDataAction();
  const title = action.do === 'reset' ? 'Reset the demo data' : `Restore the snapshot ${action.name}`;
  return (
    <ConfirmDialog
      title={title}
      action={title}
      refusal="Nothing was changed"
      problems={change.error ? detailOf(change.error) : []}
      sending={change.isPending}
      onConfirm={() => change.mutate(action)}
      onClose={onClose}
    >
      <Text size="sm">
        What there is now is lost: {lost}. Everybody is signed out, and running jobs end. Save a snapshot
        first to come back to it.
      </Text>
    </ConfirmDialog>
  );
}
