import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../ui/dialog/confirmation.tsx';
import { useDataAction, type DataAction } from './data-queries.ts';
import { msg } from '../../lib/text.ts';
import { sentencesOf } from '../../api/errors.ts';

/** An action that can't be undone. */
export type ConfirmedAction =
  | Extract<DataAction, { do: 'reset' }>
  | { do: 'restore' | 'delete'; name: string };

interface ConfirmDataProps {
  action: ConfirmedAction;
  /** What the demo holds now: "1,204 groups, 5 users". */
  current: string;
  onClose(): void;
}

/** Asks before the demo data is replaced or a snapshot is deleted. */
export function ConfirmData({ action, current, onClose }: ConfirmDataProps) {
  const change = useDataAction();
  const title = titleOf(action);
  return (
    <ConfirmDialog
      title={title}
      action={title}
      refusal="Nothing was changed"
      form={{
        problems: { fields: {}, rest: change.error ? sentencesOf(change.error) : [] },
        submitting: change.isPending,
      }}
      onConfirm={() => change.mutate(action, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text>
        {action.do === 'delete'
          ? "This can't be undone. The demo data isn't affected."
          : `This replaces the current data: ${current}. Everyone is signed out and running jobs end. To keep the current data, save a snapshot first.`}
      </Text>
    </ConfirmDialog>
  );
}

function titleOf(action: ConfirmedAction): string {
  if (action.do === 'reset') return 'Reset demo data';
  return msg`${action.do === 'restore' ? 'Restore' : 'Delete'} snapshot ${action.name}`;
}
