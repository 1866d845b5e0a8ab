import { Button, Group, Modal, Stack, Text, type ModalProps } from '@mantine/core';
import { useEffect, useState, type ReactNode, type SyntheticEvent } from 'react';
import { ReturnFocus } from './return-focus.tsx';

interface DialogProps {
  title: string;
  size?: ModalProps['size'];
  /** Whether a click outside closes it; not where something may have been typed. */
  easyToLeave?: boolean;
  onClose(): void;
  children: ReactNode;
}

/**
 * A dialog that is in the page while it is open, and gives the focus back. Where something was typed or chosen in it, it
 * asks before Escape or the cross take that away, and before the page is closed or reloaded.
 */
export function Dialog({ title, size = 'md', easyToLeave = false, onClose, children }: DialogProps) {
  const [touched, setTouched] = useState(false);
  const [asking, setAsking] = useState(false);
  const guarded = touched && !easyToLeave;
  useEffect(() => {
    if (!guarded) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [guarded]);
  // Lists of options are elsewhere in the document, and still in here for React.
  const onChosen = ({ target }: SyntheticEvent) => {
    if (target instanceof Element && target.closest('[role=option]')) setTouched(true);
  };
  return (
    <ReturnFocus>
      <Modal
        opened
        onClose={() => (guarded ? setAsking(true) : onClose())}
        title={title}
        size={size}
        closeOnClickOutside={easyToLeave}
        // The question closes first.
        closeOnEscape={!asking}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <div onInput={() => setTouched(true)} onClickCapture={onChosen}>
          {children}
        </div>
        {asking && <BeforeClosing onStay={() => setAsking(false)} onLeave={onClose} />}
      </Modal>
    </ReturnFocus>
  );
}

function BeforeClosing({ onStay, onLeave }: { onStay(): void; onLeave(): void }) {
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
