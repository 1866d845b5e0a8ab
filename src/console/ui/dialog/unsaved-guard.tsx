import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode, RefObject } from 'react';
import { ConfirmDialog } from './confirmation.tsx';
import { layersTakeSteps } from './layers.ts';

interface UnsavedGuardProps {
  dirty: boolean;
  /** Set by whoever leaves on purpose. */
  leaving: RefObject<boolean>;
  title?: string;
  /** What is lost. */
  children?: ReactNode;
}

/** Asks before the page is left with something unsaved: by a link, by Back, by closing or reloading the tab. */
export function UnsavedGuard({ dirty, leaving, ...words }: UnsavedGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ action, current, next }) =>
      dirty && !leaving.current && formOf(current) !== formOf(next) && !layersTakeSteps(action),
    enableBeforeUnload: () => dirty && !leaving.current,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={words.title ?? 'Leave without saving?'}
      action="Leave and lose the changes"
      cancel="Stay on this page"
      // Another step back is one more to ask about.
      staysOnBack
      onConfirm={proceed}
      onClose={reset}
    >
      <Text size="sm">
        {words.children ?? 'What you changed here is not saved, and goes when you leave.'}
      </Text>
    </ConfirmDialog>
  );
}

/** What tells one form from another in an address: a new configuration may begin as a copy. */
function formOf({ pathname, search }: { pathname: string; search: object }): string {
  return `${pathname} ${'from' in search ? String(search.from) : ''}`;
}
