import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useTypedText } from '../../lib/slices/use-typed-text.ts';
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
  const { text, setText, send } = useTypedText(value, (typed) => onChange(typed || undefined));
  const sendLater = useDebouncedCallback((typed: string) => send(typed.trim()), typingPause);
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
        sendLater(currentTarget.value);
      }}
    />
  );
}
