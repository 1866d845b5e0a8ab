import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, type ReactNode, type RefObject } from 'react';
import { isLeaving, useUnsavedChanges, type Unsaved } from '../../lib/unsaved-changes.ts';
import { ConfirmDialog } from './confirmation.tsx';
import { layersHandle } from './layers.ts';

interface UnsavedGuardProps {
  dirty: boolean;
  /** Set before leaving on purpose. */
  leaving?: RefObject<boolean>;
  kind?: Unsaved;
  title?: string;
  /** What leaving does, if it doesn't discard the changes. */
  leave?: string;
  /** What will be lost. */
  children?: ReactNode;
}

/** Asks before a link, Back, a reload or closing the tab would lose unsaved changes. */
export function UnsavedGuard(props: UnsavedGuardProps) {
  const { dirty, leaving, kind = 'changes', title, leave, children } = props;
  useUnsavedChanges(dirty ? kind : undefined);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ action, current, next }) =>
      dirty && !leaving?.current && formOf(current) !== formOf(next) && !layersHandle(action),
    enableBeforeUnload: () => dirty && !leaving?.current && !isLeaving(),
    withResolver: true,
  });
  useEffect(() => {
    // Saved while it was asked. The page shows what was applied.
    if (status === 'blocked' && !dirty) (kind === 'apply' ? reset : proceed)();
  }, [status, dirty, kind, proceed, reset]);
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={title ?? 'Leave without saving?'}
      action={leave ?? 'Discard changes'}
      cancel="Stay on this page"
      // Another Back asks again.
      staysOnBack
      onConfirm={proceed}
      onClose={reset}
    >
      <Text>{children ?? "Your changes haven't been saved and will be lost."}</Text>
    </ConfirmDialog>
  );
}

/** Identifies the form in an address: a new provider may start as a copy of another. */
function formOf({ pathname, search }: { pathname: string; search: object }): string {
  return `${pathname} ${'from' in search ? String(search.from) : ''}`;
}
