import { Button, Group, Stack, Text } from '@mantine/core';
import { closeNow, Dialog } from '../../../ui/dialog/dialog.tsx';

interface CreateDialogProps {
  /** Why the last sign-in test failed. */
  failure: string;
  onCreate(): void;
  onShowReport(): void;
  onClose(): void;
}

/** Asks before creating a provider whose last sign-in test failed. */
export function CreateDialog({ failure, onCreate, onShowReport, onClose }: CreateDialogProps) {
  const then = (action: () => void) => () => {
    closeNow(onClose);
    action();
  };
  return (
    <Dialog title="Create provider despite the failed test?" easyToLeave onClose={onClose}>
      <Stack>
        <Text>{failure} Its button on the sign-in page won't work until that's fixed.</Text>
        <Group gap="md" justify="flex-end">
          <Button size="sm" onClick={then(onCreate)}>
            Create anyway
          </Button>
          <Button variant="filled" size="sm" onClick={then(onShowReport)} data-autofocus>
            Show report
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
