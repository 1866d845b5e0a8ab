import { Text } from '@mantine/core';
import { useState } from 'react';
import { useEndSession } from '../../data/session/use-sign-out.ts';
import { hasUnsavedChangesHere } from '../../lib/unsaved-changes.ts';
import { ConfirmDialog } from '../../ui/dialog/confirmation.tsx';

/** Asks before signing out would lose unsaved changes, in this tab or another. */
export function ConfirmSignOut({ onClose }: { onClose(): void }) {
  const endSession = useEndSession();
  const [sending, setSending] = useState(false);
  const [here] = useState(hasUnsavedChangesHere);
  return (
    <ConfirmDialog
      title="Sign out without saving?"
      action="Sign out"
      cancel="Stay signed in"
      sending={sending}
      onConfirm={() => {
        setSending(true);
        void endSession().finally(onClose);
      }}
      onClose={onClose}
    >
      <Text>
        {here
          ? 'Your unsaved changes, in this tab and any other, will be lost.'
          : 'Another tab has unsaved changes, which will be lost.'}
      </Text>
    </ConfirmDialog>
  );
}
