import { Button, FileButton, type ButtonProps } from '@mantine/core';
import { useRef, type DragEvent, type ReactNode } from 'react';

interface ChooseFileProps extends Pick<ButtonProps, 'disabled' | 'size' | 'mt'> {
  /** Extensions, separated by commas. */
  accept: string;
  onFile(file: File): void;
  children: ReactNode;
}

/** Props of an element that a file can be dropped on. It has `data-over` while one is above it. */
export const takesFile = (onFile: (file: File) => void) => ({
  onDragOver: (event: DragEvent) => {
    event.preventDefault();
    event.currentTarget.toggleAttribute('data-over', true);
  },
  onDragLeave: ({ currentTarget }: DragEvent) => currentTarget.toggleAttribute('data-over', false),
  onDrop: (event: DragEvent) => {
    event.preventDefault();
    event.currentTarget.toggleAttribute('data-over', false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  },
});

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
