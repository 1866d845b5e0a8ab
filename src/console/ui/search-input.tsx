import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useRef } from 'react';
import { startOfList } from './focus/start-of-list.ts';
import { SearchIcon } from './icons.tsx';

interface SearchInputProps extends Omit<TextInputProps, 'label' | 'onChange'> {
  label: string;
  value: string;
  onChange(text: string): void;
  onEnter?(isBackwards: boolean): void;
}

/** Searches or filters a list. Escape clears it, then leaves it for the list. */
export function SearchInput({ label, value, onChange, onEnter, ...props }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <TextInput
      ref={input}
      aria-label={label}
      data-search
      placeholder={label}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      leftSection={<SearchIcon />}
      rightSection={
        value !== '' && (
          <CloseButton
            size={24}
            aria-label="Clear the search"
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
          />
        )
      }
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter?.(event.shiftKey);
        if (event.key !== 'Escape') return;
        // Closes nothing around it.
        event.preventDefault();
        if (value !== '') onChange('');
        else (startOfList(event.currentTarget) ?? document.querySelector<HTMLElement>('main h1'))?.focus();
      }}
      {...props}
    />
  );
}
