import { MultiSelect } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useGroupDirectory, type GroupDirectory } from '../../data/groups/group-directory.tsx';
import { msg } from '../../lib/text.ts';
import { SearchSelect } from '../../ui/search-select.tsx';

interface CommonProps {
  label?: string;
  'aria-label'?: string;
  description?: string;
  error?: ReactNode;
  required?: boolean;
  w?: number;
  placeholder?: string;
}

/** Selects a group, found by part of its name, parent names (`EMEA/Acme`) or path. */
export function GroupPicker({
  value,
  ...common
}: CommonProps & { value: string; onChange(path: string): void }) {
  const groups = useGroupDirectory();
  const [query, setQuery] = useState('');
  const selected = value === '' ? [] : [value];
  return (
    <SearchSelect
      {...options(groups, query, selected)}
      {...common}
      value={value}
      shown={value === '' ? '' : labelOf(groups, value)}
      onSearch={setQuery}
    />
  );
}

/** Selects several groups. */
export function GroupsPicker({
  value,
  onChange,
  ...common
}: CommonProps & { value: readonly string[]; onChange(paths: string[]): void }) {
  const groups = useGroupDirectory();
  const [text, setText] = useState('');
  return (
    <MultiSelect
      {...common}
      {...options(groups, text, value)}
      // The directory has already searched, and by more than the label.
      filter={({ options: found }) => found}
      value={[...value]}
      searchable
      hidePickedOptions
      searchValue={text}
      onSearchChange={setText}
      onChange={onChange}
    />
  );
}

function options(groups: GroupDirectory, query: string, selected: readonly string[]) {
  const found = groups.find(query).map((group) => group.path);
  // What's selected comes first only as long as nothing else is searched.
  const paths = query === '' ? [...selected, ...found] : [...found, ...selected];
  return {
    data: [...new Set(paths)].map((path) => ({ value: path, label: labelOf(groups, path) })),
    placeholder: selected.length === 0 ? 'Search groups' : '',
    nothingFoundMessage: groups.loading ? 'Loading groups…' : 'No matches',
    onDropdownOpen: () => groups.loadAll(),
    limit: 60,
  };
}

function labelOf(groups: GroupDirectory, path: string): string {
  const place = groups.placeOf(path);
  const name = groups.nameOf(path);
  return place === '' ? name : msg`${name} (${place})`;
}
