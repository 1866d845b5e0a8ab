import { Text } from '@mantine/core';
import { useState } from 'react';
import { useEndSession } from '../../data/session/use-sign-out.ts';
import { findUnsaved, type Unsaved } from '../../lib/unsaved-changes.ts';
import { ConfirmDialog } from '../../ui/dialog/confirmation.tsx';

const losses: Record<Unsaved, string> = {
  changes: 'Your unsaved changes will be lost.',
  apply: "A configuration file is being applied. The rest of it won't be.",
};

const titles: Record<Unsaved, string> = {
  changes: 'Sign out without saving?',
  apply: 'Sign out while a file is being applied?',
};

/** Asks before signing out would lose something. */
export function ConfirmSignOut({ onClose }: { onClose(): void }) {
  const endSession = useEndSession();
  const [sending, setSending] = useState(false);
  const [unsaved] = useState(findUnsaved);
  return (
    <ConfirmDialog
      title={titles[unsaved[0] ?? 'changes']}
      action="Sign out"
      cancel="Stay signed in"
      form={{ submitting: sending }}
      onConfirm={() => {
        setSending(true);
        void endSession().finally(onClose);
      }}
      onClose={onClose}
    >
      {unsaved.map((kind) => (
        <Text key={kind}>{losses[kind]}</Text>
      ))}
    </ConfirmDialog>
  );
}
