import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
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
  const sendLater = useDebouncedCallback(send, typingPause);
  const change = (next: string) => {
    setText(next);
    sendLater(next);
  };
  return (
    <TextInput
      aria-label={`Search ${noun}s`}
      placeholder={`Search ${noun}s`}
      leftSection={<SearchIcon />}
      rightSection={
        text !== '' && <CloseButton size={24} aria-label="Clear the search" onClick={() => change('')} />
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

/**
 * The text of a field that something else follows, such as the page's address.
 * @param applied the text that it follows now: late while the user types on, and another one if it was set elsewhere
 */
export function useTypedText(applied: string, onSend: (text: string) => void) {
  const [text, setText] = useState(applied);
  const [known, setKnown] = useState<{ applied: string; sent: readonly string[] }>({ applied, sent: [] });
  if (known.applied !== applied) {
    const at = known.sent.lastIndexOf(applied);
    setKnown({ applied, sent: at === -1 ? [] : known.sent.slice(at + 1) });
    if (at === -1) setText(applied);
  }
  const send = (next: string) => {
    setKnown((old) => ({ ...old, sent: [...old.sent, next] }));
    onSend(next);
  };
  return { text, setText, send };
}
