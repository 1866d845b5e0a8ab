import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { RefObject } from 'react';

interface UnsavedGuardProps {
  dirty: boolean;
  /** Set by whoever leaves on purpose. */
  leaving: RefObject<boolean>;
}

/** Asks before the page is left with something unsaved: by a link, by Back, by closing or reloading the tab. */
export function UnsavedGuard({ dirty, leaving }: UnsavedGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && !leaving.current && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty && !leaving.current,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Modal opened onClose={reset} title="Leave without saving?" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <Text size="sm">What you changed here is not saved, and goes when you leave.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={reset} data-autofocus>
            Stay on this page
          </Button>
          <Button color="red" onClick={proceed}>
            Leave and lose the changes
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
