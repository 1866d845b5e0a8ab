import { useRef, useState, type RefObject } from 'react';
import type { SecretMode } from '../../../ui/secret-field.tsx';

/** The client secret of the form. What is typed stays in its input: in no state, draft, cache or storage. */
export interface SecretControl {
  mode: SecretMode;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Whether something is typed. */
  filled: boolean;
  setMode(mode: SecretMode): void;
  setFilled(filled: boolean): void;
  /** What is to be sent: undefined where the stored one stays. */
  read(): string | undefined;
  /** After a save: the secret is the service's now. */
  markStored(): void;
}

/** @param stored whether the service has a secret already */
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
