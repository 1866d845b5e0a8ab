import { useRef, useState, type RefObject } from 'react';
import type { SecretMode } from '../../../ui/secret-field.tsx';

/** The client secret of the form. What is typed stays in the input, out of state, drafts, caches and storage. */
export interface SecretControl {
  mode: SecretMode;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Whether something is typed. */
  filled: boolean;
  setMode(mode: SecretMode): void;
  setFilled(filled: boolean): void;
  /** The secret to send; undefined keeps the stored one. */
  read(): string | undefined;
  /** Called after a save: the service has the secret now. */
  markStored(): void;
}

/** Tracks how the secret is entered. @param stored whether the service has a secret already */
export function useSecret(stored: boolean): SecretControl {
  const [mode, setMode] = useState<SecretMode>(stored ? 'stored' : 'set');
  const [filled, setFilled] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  return {
    mode,
    inputRef,
    filled,
    setMode,
    setFilled,
    read: () => (mode === 'stored' ? undefined : (inputRef.current?.value ?? '')),
    markStored: () => {
      setFilled(false);
      setMode('stored');
    },
  };
}
