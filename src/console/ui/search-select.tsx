import { Select, type ComboboxItem, type SelectProps } from '@mantine/core';
import { useRef, useState } from 'react';
import { formatNumber } from '../lib/text.ts';

interface SearchSelectProps extends Omit<SelectProps, 'value' | 'onChange'> {
  /** Empty for none. */
  value: string;
  /** What the field shows for the value. */
  shown: string;
  /** The options that match the search. */
  data: NonNullable<SelectProps['data']>;
  /** @param text what the user is looking for; empty while the field shows the value */
  onSearch(text: string): void;
  onChange(value: string): void;
}

/** The first options and, if that leaves some out, a line that says so. */
export function firstOptions(options: readonly ComboboxItem[], most: number): ComboboxItem[] {
  const first = options.slice(0, most);
  if (first.length === options.length) return first;
  return [
    ...first,
    { value: '', label: `First ${formatNumber(most)} shown: type to narrow`, disabled: true },
  ];
}

/** Selects one of many options by searching them. A click selects the text, so that typing replaces it; Escape restores it. */
export function SearchSelect({ value, shown, onSearch, onChange, ...props }: SearchSelectProps) {
  const [text, setText] = useState(shown);
  /** What's being typed: Mantine would replace it once the value's name is known. */
  const typed = useRef<string>(undefined);
  const endTyping = () => void (typed.current = undefined);
  const search = (next: string) => {
    if (typed.current !== undefined && typed.current !== next) return;
    setText(next);
    // Mantine sets the name of the value, which may be known here only later.
    onSearch(typed.current === undefined || next === shown ? '' : next);
  };
  return (
    <Select
      nothingFoundMessage="No matches"
      {...props}
      value={value === '' ? null : value}
      searchable
      allowDeselect={false}
      // Selected also when the first ones arrive.
      selectFirstOptionOnChange={props.data.some(
        (each) => typeof each === 'string' || !('items' in each) || each.items.length > 0,
      )}
      // The options have been filtered already, often by more than their labels.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={search}
      onInput={({ currentTarget }) => (typed.current = currentTarget.value)}
      onOptionSubmit={endTyping}
      onDropdownClose={endTyping}
      onClick={({ currentTarget }) => text === shown && currentTarget.select()}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return;
        endTyping();
        search(shown);
      }}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}
