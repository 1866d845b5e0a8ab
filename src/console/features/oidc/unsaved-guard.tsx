import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { ConfirmDialog } from '../../ui/confirmation.tsx';

interface UnsavedGuardProps {
  dirty: boolean;
  /** Set by whoever leaves on purpose. */
  leaving: RefObject<boolean>;
}

/** Asks before the page is left with something unsaved: by a link, by Back, by closing or reloading the tab. */
export function UnsavedGuard({ dirty, leaving }: UnsavedGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && !leaving.current && formOf(current) !== formOf(next),
    enableBeforeUnload: () => dirty && !leaving.current,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      action="Leave and lose the changes"
      cancel="Stay on this page"
      onConfirm={proceed}
      onClose={reset}
    >
      <Text size="sm">What you changed here is not saved, and goes when you leave.</Text>
    </ConfirmDialog>
  );
}

/** What tells one form from another in an address: a new configuration may begin as a copy. */
function formOf({ pathname, search }: { pathname: string; search: object }): string {
  return `${pathname} ${'from' in search ? String(search.from) : ''}`;
}
