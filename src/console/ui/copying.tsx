import { Textarea } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createStore, useStore } from '../lib/store.ts';
import { Dialog } from './dialog/dialog.tsx';

/** A text that the browser hasn't let the page copy, and what to do once the user has. */
const uncopied = createStore<{ text: string; onCopied(): void } | undefined>(undefined);

/**
 * Copies texts. If the browser refuses, a dialog shows the text for the user to copy.
 * @param milliseconds how long `copied` stays set
 */
export function useCopy(milliseconds = 2000) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = useCallback(
    async (text: string, onDone?: () => void) => {
      const onCopied = () => {
        setCopied(true);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setCopied(false), milliseconds);
        onDone?.();
      };
      if (await copyText(text)) onCopied();
      else uncopied.set({ text, onCopied });
    },
    [milliseconds],
  );
  return {
    copied,
    /** Copies a text. @param onDone called once it's copied, which may be by the user, or never */
    copy: (text: string, onDone?: () => void) => void copy(text, onDone),
  };
}

/** @returns whether the clipboard has the text now */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // On plain HTTP, browsers have only the older way; it's refused without a click, too.
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const element = document.createElement('pre');
  element.textContent = text;
  element.className = 'visually-hidden';
  document.body.append(element);
  const selection = getSelection();
  selection?.selectAllChildren(element);
  let heard = false;
  const onCopy = (event: ClipboardEvent) => {
    heard = true;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopPropagation();
  };
  element.addEventListener('copy', onCopy);
  try {
    // Deprecated, but the only way without a secure context (Clipboard API, "Security and privacy").
    // oxlint-disable-next-line typescript/no-deprecated
    return document.execCommand('copy') && heard;
  } catch {
    return false;
  } finally {
    selection?.removeAllRanges();
    element.remove();
  }
}

/** The dialog with a text that couldn't be copied. */
export function CopyByHand() {
  const failed = useStore(uncopied);
  if (!failed) return null;
  const close = () => uncopied.set(undefined);
  return (
    <Dialog title="Couldn't copy" easyToLeave onClose={close}>
      <Textarea
        // Not as a property, which would put a secret into the page's source.
        ref={(field) => {
          if (field) field.value = failed.text;
        }}
        label="Text to copy"
        description="This browser doesn't let the page copy here. Press Ctrl+C (⌘C on a Mac)."
        readOnly
        autosize
        maxRows={8}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        data-autofocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        onCopy={() => {
          failed.onCopied();
          // After the browser has copied it.
          setTimeout(close);
        }}
      />
    </Dialog>
  );
}
