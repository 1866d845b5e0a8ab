import { Button, FileButton, type ButtonProps } from '@mantine/core';
import { useRef, type ReactNode } from 'react';

interface ChooseFileProps extends Pick<ButtonProps, 'disabled' | 'size'> {
  /** Extensions, separated by commas. */
  accept: string;
  onFile(file: File): void;
  children: ReactNode;
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
