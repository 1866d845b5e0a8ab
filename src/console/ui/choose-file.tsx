import { Button, FileButton } from '@mantine/core';
import { useRef, type DragEvent, type ReactNode } from 'react';
import { msg } from '../lib/text.ts';

interface ChooseFileProps {
  /** Extensions, separated by commas. */
  accept: string;
  disabled: boolean;
  onFile(file: File): void;
  children: ReactNode;
}

/**
 * Props of an element that a file can be dropped on. It has `data-over` while one is above it.
 * @param onProblem called with what to show if something else is dropped
 */
export const takesFile = (onFile: (file: File) => void, onProblem: (problem: string) => void) => ({
  onDragOver: (event: DragEvent) => {
    event.preventDefault();
    event.currentTarget.toggleAttribute('data-over', true);
  },
  onDragLeave: ({ currentTarget }: DragEvent) => currentTarget.toggleAttribute('data-over', false),
  onDrop: (event: DragEvent) => {
    event.preventDefault();
    event.currentTarget.toggleAttribute('data-over', false);
    const { files, items } = event.dataTransfer;
    const [file] = files;
    if (!file) onProblem('Only a file can be dropped here');
    else if (files.length > 1) onProblem(`Drop one file, not ${files.length}`);
    else if ([...items].some((item) => item.webkitGetAsEntry()?.isDirectory))
      onProblem(msg`${file.name} is a folder. Drop a file`);
    else onFile(file);
  },
});

/** What's dropped elsewhere does nothing: browsers would open it in place of the page. Texts can be dropped into fields. */
export function ignoreOtherDrops(): void {
  const ignore = (event: globalThis.DragEvent) => {
    const isText = event.dataTransfer?.types.includes('Files') !== true;
    const isField = event.target instanceof Element && event.target.matches(':read-write');
    // An element that takes files has handled it.
    if (event.defaultPrevented || (isText && isField)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  };
  window.addEventListener('dragover', ignore);
  window.addEventListener('drop', ignore);
}

/** A button that chooses a file, also the same one again after it was edited. */
export function ChooseFile({ accept, onFile, ...button }: ChooseFileProps) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      accept={accept}
      resetRef={reset}
      onChange={(file) => {
        reset.current?.();
        if (file) onFile(file);
      }}
    >
      {(props) => <Button {...props} {...button} />}
    </FileButton>
  );
}
