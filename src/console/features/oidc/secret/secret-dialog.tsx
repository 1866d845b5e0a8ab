import { Button, Group, Stack, Text } from '@mantine/core';
import { closeNow, Dialog } from '../../../ui/dialog/dialog.tsx';
import { useEditorParts } from '../editor/editor-context.ts';
import { focusFieldNext } from '../editor/focus-field.ts';
import { secretWarning, type MovedSecret } from './moved-secret.ts';
import { useIsRemote } from './use-secret-warning.ts';

/** Asks before a change is saved that leaves the stored secret with another token endpoint. */
export function SecretQuestion({ moved }: { moved: MovedSecret }) {
  const { editor } = useEditorParts();
  const remote = useIsRemote();
  const enter = () => {
    closeNow(editor.dismissQuestion);
    editor.secret.setMode('replacing');
    focusFieldNext('client_secret');
  };
  return (
    <Dialog title="Keep the stored secret?" easyToLeave onClose={editor.dismissQuestion}>
      <Stack>
        <Text size="sm">{secretWarning(moved, remote)}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={editor.saveAnyway}>
            Save anyway
          </Button>
          <Button onClick={enter} data-autofocus>
            Enter the secret
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
