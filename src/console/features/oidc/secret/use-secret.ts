import { useRef, useState } from 'react';
import type { SecretMode } from '../../../ui/secret-field.tsx';

/**
 * The client secret of the form. What is typed stays in the input, out of state, drafts, caches and storage.
 * @param stored whether the service has a secret already
 */
export function useSecret(stored: boolean) {
  const [mode, setMode] = useState<SecretMode>(stored ? 'stored' : 'set');
  const [filled, setFilled] = useState(false);
  const [spaced, setSpaced] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  return {
    mode,
    inputRef,
    /** Whether something is typed. */
    filled,
    /** Whether what is typed starts or ends with a space, as copied secrets sometimes do. */
    spaced: filled && spaced,
    setMode,
    setFilled: (next: boolean) => {
      setFilled(next);
      setSpaced(inputRef.current?.value !== inputRef.current?.value.trim());
    },
    /** The secret to send; undefined keeps the stored one. */
    read: () => (mode === 'stored' ? undefined : (inputRef.current?.value ?? '')),
    /** Called after a save: the service has the secret now. */
    markStored: () => {
      setFilled(false);
      setMode('stored');
    },
  };
}
