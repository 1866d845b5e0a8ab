import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, type ReactNode } from 'react';
import { useTypedText } from '../../lib/use-typed-text.ts';

interface SearchFieldProps {
  label: string;
  search: string | undefined;
  icon?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
  /** @param text undefined if it's empty */
  onSearch(text: string | undefined): void;
}

const typingPause = 200;

/** A field that searches or filters a list when typing pauses, and follows what was set elsewhere. */
export function SearchField({ label, search = '', icon, error, className, onSearch }: SearchFieldProps) {
  const { text, setText, send } = useTypedText(search, (typed) => onSearch(typed || undefined));
  const input = useRef<HTMLInputElement>(null);
  const sendLater = useDebouncedCallback((typed: string) => send(typed.trim()), typingPause);
  const change = (next: string) => {
    setText(next);
    sendLater(next);
  };
  return (
    <TextInput
      ref={input}
      aria-label={label}
      data-search
      placeholder={label}
      className={className}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      leftSection={icon}
      rightSection={
        text !== '' && (
          <CloseButton
            size={24}
            aria-label="Clear the search"
            onClick={() => {
              change('');
              input.current?.focus();
            }}
          />
        )
      }
      value={text}
      error={error}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') change('');
      }}
    />
  );
}
