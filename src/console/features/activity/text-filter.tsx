import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import classes from './activity.module.css';

interface TextFilterProps {
  label: string;
  value: string | undefined;
  error?: string | undefined;
  onChange(value: string | undefined): void;
}

const typingPause = 300;

/** A filter that's typed. */
export function TextFilter({ label, value = '', error, onChange }: TextFilterProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    // Cleared, or Back.
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  const notifyParent = useDebouncedCallback(
    (typed: string) => onChange(typed.trim() || undefined),
    typingPause,
  );
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      className={classes.search}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={text}
      error={error}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        notifyParent(currentTarget.value);
      }}
    />
  );
}
