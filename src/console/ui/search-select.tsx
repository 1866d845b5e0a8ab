import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../lib/text.ts';

interface SearchSelectProps extends Omit<SelectProps, 'value' | 'onChange'> {
  /** Empty for none. */
  value: string;
  /** What the field shows for the value. */
  shown: string;
  /** The options that match the search. */
  data: NonNullable<SelectProps['data']>;
  /** How many match: more than `data` has if it leaves some out. */
  found?: number;
  /** @param text what the user is looking for; empty while the field shows the value */
  onSearch(text: string): void;
  onChange(value: string): void;
}

/** Says that there are more options than those that are listed. */
function moreOption(listed: number, found: number) {
  const label = `${formatNumber(listed)} of ${formatNumber(found)} shown: type to narrow`;
  return { value: '', label, disabled: true };
}

/** Selects one of many options by searching them. A click selects the text, so that typing replaces it; Escape restores it. */
export function SearchSelect({
  value,
  shown,
  data,
  found = 0,
  onSearch,
  onChange,
  ...props
}: SearchSelectProps) {
  const [text, setText] = useState(shown);
  const search = (next: string) => {
    setText(next);
    onSearch(next === shown ? '' : next);
  };
  return (
    <Select
      nothingFoundMessage="No matches"
      {...props}
      data={found > data.length ? [...data, moreOption(data.length, found)] : data}
      value={value === '' ? null : value}
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      // The options have been filtered already, often by more than their labels.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={search}
      onClick={({ currentTarget }) => text === shown && currentTarget.select()}
      onKeyDown={({ key }) => key === 'Escape' && search(shown)}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}
