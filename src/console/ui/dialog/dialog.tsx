import { Button, Group, Modal, Stack, Text, type ModalProps } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import { layersTakeSteps, useBackCloses } from './layers.ts';
import { ReturnFocus } from './return-focus.tsx';

interface DialogProps {
  title: string;
  size?: ModalProps['size'];
  /** Whether a click outside closes it; not where something may have been typed. */
  easyToLeave?: boolean;
  /** Whether Back is not for it. */
  staysOnBack?: boolean;
  onClose(): void;
  children: ReactNode;
}

/**
 * A dialog that is in the page while it is open, and gives the focus back. Where something was typed or chosen in it, it
 * asks before Escape, the cross, Back or a link take that away, and before the page is closed or reloaded.
 */
export function Dialog(props: DialogProps) {
  const { title, size = 'md', easyToLeave = false, staysOnBack = false, onClose, children } = props;
  const [touched, setTouched] = useState(false);
  const [asking, setAsking] = useState(false);
  const guarded = touched && !easyToLeave;
  const leave = () => (guarded ? setAsking(true) : onClose());
  useBackCloses(leave, !staysOnBack);
  const { proceed, reset } = useBlocker({
    shouldBlockFn: ({ action, current, next }) =>
      guarded && !layersTakeSteps(action) && current.pathname !== next.pathname,
    enableBeforeUnload: guarded,
    withResolver: true,
  });
  // Lists of options are elsewhere in the document, and still in here for React.
  const onChosen = ({ target }: SyntheticEvent) => {
    if (target instanceof Element && target.closest('[role=option]')) setTouched(true);
  };
  return (
    <ReturnFocus>
      <Modal
        opened
        onClose={leave}
        title={title}
        size={size}
        closeOnClickOutside={easyToLeave}
        // The question closes first.
        closeOnEscape={!asking && !proceed}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <div onInput={() => setTouched(true)} onClickCapture={onChosen}>
          {children}
        </div>
        {(asking || proceed) && (
          <BeforeClosing
            onStay={() => {
              setAsking(false);
              reset?.();
            }}
            onLeave={() => {
              closeNow(onClose);
              proceed?.();
            }}
          />
        )}
      </Modal>
    </ReturnFocus>
  );
}

/** Closes a dialog at once, so that it asks nothing when its page is left on purpose right after. */
export function closeNow(onClose: () => void): void {
  flushSync(onClose);
}

function BeforeClosing({ onStay, onLeave }: { onStay(): void; onLeave(): void }) {
  useBackCloses(onStay);
  return (
    <ReturnFocus>
      <Modal
        opened
        onClose={onStay}
        title="Close without saving?"
        closeButtonProps={{ 'aria-label': 'Stay' }}
      >
        <Stack>
          <Text size="sm">What is here is saved nowhere, and goes when you close this.</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onStay} data-autofocus>
              Go on editing
            </Button>
            <Button color="red" onClick={onLeave}>
              Close and lose it
            </Button>
          </Group>
        </Stack>
      </Modal>
    </ReturnFocus>
  );
}
