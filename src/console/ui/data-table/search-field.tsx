import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRef } from 'react';
import { useTypedText } from '../../lib/slices/use-typed-text.ts';
import { SearchIcon } from '../icons.tsx';
import classes from './data-table.module.css';

const typingPause = 200;

interface SearchFieldProps {
  noun: string;
  search: string;
  onSearch(text: string): void;
}

/** A list's search field. It searches when typing pauses, and follows a search that was set elsewhere. */
export function SearchField({ noun, search, onSearch }: SearchFieldProps) {
  const { text, setText, send } = useTypedText(search, onSearch);
  const input = useRef<HTMLInputElement>(null);
  const sendLater = useDebouncedCallback(send, typingPause);
  const change = (next: string) => {
    setText(next);
    sendLater(next);
  };
  return (
    <TextInput
      ref={input}
      aria-label={`Search ${noun}s`}
      placeholder={`Search ${noun}s`}
      leftSection={<SearchIcon />}
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
      className={classes.search}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') change('');
      }}
    />
  );
}
