import { Button, Group, Stack, Text } from '@mantine/core';
import { closeNow, Dialog } from '../../../ui/dialog/dialog.tsx';
import { useEditorParts } from '../form/editor-context.ts';
import { focusFieldAfterDialog } from '../form/focus-field.ts';
import { secretWarning, type MovedSecret } from '../../../data/oidc/moved-secret.ts';
import { useService } from '../../../data/service/use-service.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { inputId } from '../../../data/oidc/fields.ts';
import type { Editor } from '../form/use-editor.ts';
import type { Question } from '../../../ui/dialog/use-question.ts';

/** Asks before saving moves the token endpoint away from the stored secret. */
export function SecretDialog({ about: moved, answer }: Question<MovedSecret, true>) {
  const { editor } = useEditorParts();
  const { complete } = useService();
  const dismiss = () => answer();
  const enter = () => {
    closeNow(dismiss);
    editor.secret.setMode('replacing');
    focusFieldAfterDialog('client_secret');
  };
  return (
    <Dialog title="Keep the stored secret?" easyToLeave onClose={dismiss}>
      <Stack>
        <Text>{secretWarning(moved, !complete)}</Text>
        <Group gap="md" justify="flex-end">
          <Button size="sm" onClick={() => answer(true)}>
            Save anyway
          </Button>
          <Button variant="filled" size="sm" onClick={enter} data-autofocus>
            Enter the secret
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Opens the field of the client secret for a link whose hash is the field's ID, which then leaves the address. */
export function useLinkedSecret({ secret, readOnly }: Editor): void {
  const isLinked = useLocation({ select: ({ hash }) => hash === inputId('client_secret') });
  const navigate = useNavigate();
  const open = useEffectEvent(() => {
    // So that the link can be followed again.
    void navigate({ to: '.', replace: true, resetScroll: false });
    if (readOnly) return;
    if (secret.mode === 'stored') secret.setMode('replacing');
    focusFieldAfterDialog('client_secret');
  });
  useEffect(() => {
    if (isLinked) open();
  }, [isLinked]);
}
