import { MultiSelect, type ComboboxItem, type MultiSelectProps } from '@mantine/core';
import { useState } from 'react';

interface SearchMultiSelectProps extends Omit<MultiSelectProps, 'value' | 'onChange'> {
  data: ComboboxItem[];
  value: readonly string[];
  /** What the user is looking for. */
  text: string;
  onText(text: string): void;
  onChange(value: string[]): void;
}

/** Selects several options by searching them. Text that selected none stays, and keeps its form from being sent. */
export function SearchMultiSelect({ value, text, onText, error, ...props }: SearchMultiSelectProps) {
  const [refused, setRefused] = useState(false);
  const unselected = text.trim() !== '';
  return (
    <MultiSelect
      {...props}
      value={[...value]}
      searchable
      hidePickedOptions
      // Selected also when the first ones arrive.
      selectFirstOptionOnChange={text !== '' && props.data.some((each) => !value.includes(each.value))}
      searchValue={text}
      // Mantine would clear the text on blur.
      onInput={({ currentTarget }) => {
        setRefused(false);
        onText(currentTarget.value);
      }}
      onOptionSubmit={() => onText('')}
      // From `FormShell`. The list would hide the error.
      onInvalid={() => setRefused(true)}
      openOnFocus={!unselected}
      error={unselected && refused ? 'Select an option, or clear the text' : error}
      data-unselected={unselected || undefined}
    />
  );
}
