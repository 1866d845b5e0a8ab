import { Button, Group, Modal, Stack, Text, type ModalProps } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { isLeaving, useUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { layersHandle, useBackCloses } from './layers.ts';
import { ReturnFocus } from '../focus/return-focus.tsx';

interface DialogProps {
  title: string;
  /** `lg` for more than four fields, or a table. */
  size?: ModalProps['size'];
  /** Whether a click outside closes it. Not for dialogs with input. */
  easyToLeave?: boolean;
  /** What closing it would lose; typed input by default, null for nothing. */
  loss?: Loss | null;
  /** Whether Back leaves it open. */
  staysOnBack?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** The question before something is lost. */
interface Loss {
  /** Whether it's lost even if nothing was typed. */
  always?: true;
  title: string;
  text: string;
  stay: string;
  leave: string;
}

const typedInput: Loss = {
  title: 'Close without saving?',
  text: "Your changes haven't been saved and will be lost.",
  stay: 'Keep editing',
  leave: 'Discard changes',
};

/** Mantine describes a dialog by its whole body, which screen readers would read before the focused field. */
export const withoutDescription = { body: { id: undefined } };

const SendingContext = createContext<(sending: boolean) => void>(() => undefined);

/** Keeps the dialog around it open while something is being sent, so that a failure is seen. */
export function Sending() {
  const setSending = use(SendingContext);
  useEffect(() => {
    setSending(true);
    return () => setSending(false);
  }, [setSending]);
  return null;
}

/**
 * A dialog that is mounted while it's open and returns the focus when closed. Once something was typed or chosen in it,
 * it asks before Escape, Close, Back, a link, a reload or closing the tab would lose that.
 */
export function Dialog(props: DialogProps) {
  const { title, size = 'md', easyToLeave = false, staysOnBack = false, onClose, children } = props;
  const { loss = easyToLeave ? null : typedInput } = props;
  const [touched, setTouched] = useState(false);
  const [asking, setAsking] = useState(false);
  const [sending, setSending] = useState(false);
  const guarded = loss !== null && (touched || loss.always === true);
  const onScreen = useOnScreen();
  const leave = () => {
    if (sending) return;
    if (guarded) setAsking(true);
    else onClose();
  };
  useUnsavedChanges(guarded ? 'changes' : undefined);
  useBackCloses(leave, !staysOnBack);
  const { proceed, reset } = useBlocker({
    shouldBlockFn: ({ action, current, next }) =>
      onScreen.current && guarded && !layersHandle(action) && current.pathname !== next.pathname,
    enableBeforeUnload: () => guarded && !isLeaving(),
    withResolver: true,
  });
  const asks = guarded && (asking || proceed !== undefined);
  // Option lists are portals: elsewhere in the DOM, but React bubbles their events to here.
  const onChosen = ({ target }: SyntheticEvent) => {
    if (target instanceof Element && target.closest('[role=option], .mantine-Pill-remove')) setTouched(true);
  };
  // Removes the last of several chosen options.
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (key !== 'Backspace' || !(target instanceof HTMLInputElement) || target.value !== '') return;
    if (target.closest('.mantine-MultiSelect-pillsList')?.querySelector('.mantine-Pill-root'))
      setTouched(true);
  };
  return (
    <ReturnFocus>
      <Modal
        opened
        onClose={leave}
        title={title}
        size={size}
        closeOnClickOutside={easyToLeave}
        {...(easyToLeave ? {} : { attributes: withoutDescription })}
        // The confirmation closes first.
        closeOnEscape={!asks}
        closeButtonProps={{ 'aria-label': 'Close', disabled: sending }}
      >
        <div onInput={() => setTouched(true)} onClickCapture={onChosen} onKeyDownCapture={onKeyDown}>
          <SendingContext value={setSending}>{children}</SendingContext>
        </div>
        {asks && (
          <BeforeClosing
            loss={loss}
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

/**
 * Whether a component is on the screen. If the page around it has to load something when it's closed, React first only
 * hides it, and keeps its other effects until that's loaded.
 */
function useOnScreen() {
  const onScreen = useRef(false);
  useLayoutEffect(() => {
    onScreen.current = true;
    return () => {
      onScreen.current = false;
    };
  }, []);
  return onScreen;
}

/** Closes a dialog synchronously, so that navigating away right after doesn't ask about unsaved changes. */
export function closeNow(onClose: () => void): void {
  flushSync(onClose);
}

function BeforeClosing({ loss, onStay, onLeave }: { loss: Loss; onStay(): void; onLeave(): void }) {
  useBackCloses(onStay);
  return (
    <ReturnFocus>
      <Modal opened onClose={onStay} title={loss.title}>
        <Stack>
          <Text>{loss.text}</Text>
          <Group gap="md" justify="flex-end">
            <Button size="sm" onClick={onStay} data-autofocus>
              {loss.stay}
            </Button>
            <Button variant="filled" size="sm" color="red" onClick={onLeave}>
              {loss.leave}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </ReturnFocus>
  );
}
