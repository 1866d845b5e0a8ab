import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { ErrorView } from '../../ui/error-view.tsx';
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
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <Text size="sm">
          What there is now is lost: {lost}. Everybody is signed out, and running jobs end. Save a snapshot
          first to come back to it.
        </Text>
        {change.error && <ErrorView title="Nothing was changed" detail={detailOf(change.error)} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={change.isPending} onClick={() => change.mutate(action)}>
            {title}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
