import { Text } from '@mantine/core';
import { useState } from 'react';
import { useEndSession } from '../../data/session/use-sign-out.ts';
import { lastFound, type Unsaved } from '../../lib/unsaved-changes.ts';
import { ConfirmDialog } from '../../ui/dialog/confirmation.tsx';

const losses: Record<Unsaved, Record<'here' | 'elsewhere', string>> = {
  changes: {
    here: 'Your unsaved changes, in this tab and any other, will be lost.',
    elsewhere: 'Another tab has unsaved changes, which will be lost.',
  },
  key: {
    here: "The new API key won't be shown again. You can only revoke it and create another one.",
    elsewhere: "Another tab shows a new API key that hasn't been copied. It won't be shown again.",
  },
  apply: {
    here: "A configuration file is being applied. The rest of it won't be.",
    elsewhere: "Another tab is applying a configuration file. The rest of it won't be applied.",
  },
};

const titles: Record<Unsaved, string> = {
  changes: 'Sign out without saving?',
  key: 'Sign out without copying the key?',
  apply: 'Sign out while a file is being applied?',
};

/** Asks before signing out would lose something, in this tab or another. */
export function ConfirmSignOut({ onClose }: { onClose(): void }) {
  const endSession = useEndSession();
  const [sending, setSending] = useState(false);
  const [unsaved] = useState(lastFound);
  return (
    <ConfirmDialog
      title={titles[unsaved[0]?.kind ?? 'changes']}
      action="Sign out"
      cancel="Stay signed in"
      form={{ submitting: sending }}
      onConfirm={() => {
        setSending(true);
        void endSession().finally(onClose);
      }}
      onClose={onClose}
    >
      {unsaved.map(({ kind, here }) => (
        <Text key={kind}>{losses[kind][here ? 'here' : 'elsewhere']}</Text>
      ))}
    </ConfirmDialog>
  );
}
