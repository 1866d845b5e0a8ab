import type { SelectProps } from '@mantine/core';
import { useState } from 'react';
import { useGroupDirectory, type GroupDirectory } from '../../data/groups/group-directory.tsx';
import { msg } from '../../lib/text.ts';
import { firstOptions, SearchSelect } from '../../ui/search-select.tsx';
import { SearchMultiSelect } from './search-multi-select.tsx';

const maxFound = 50;

type CommonProps = Pick<
  SelectProps,
  'label' | 'aria-label' | 'description' | 'error' | 'required' | 'w' | 'placeholder'
> & { 'data-autofocus'?: boolean };

/** Selects a group, found by part of its name, parent names (`EMEA/Acme`) or path. */
export function GroupPicker({
  value,
  ...common
}: CommonProps & { value: string; onChange(path: string): void }) {
  const groups = useGroupDirectory();
  const [query, setQuery] = useState('');
  return (
    <SearchSelect
      {...options(groups, query, value === '' || query !== '' ? [] : [value])}
      {...common}
      value={value}
      shown={value === '' ? '' : labelOf(groups, value)}
      onSearch={setQuery}
    />
  );
}

/** Selects several groups. */
export function GroupsPicker(
  props: CommonProps & { value: readonly string[]; onChange(paths: string[]): void },
) {
  const groups = useGroupDirectory();
  const [text, setText] = useState('');
  return (
    <SearchMultiSelect
      {...props}
      {...options(groups, text, props.value)}
      // The directory has already searched, and by more than the label.
      filter={({ options: found }) => found}
      text={text}
      onText={setText}
    />
  );
}

function options(groups: GroupDirectory, query: string, selected: readonly string[]) {
  const option = (path: string) => ({ value: path, label: labelOf(groups, path) });
  const found = firstOptions(
    groups.find(query, maxFound + 1).map(({ path }) => option(path)),
    maxFound,
  );
  const own = selected.map(option);
  const data = query === '' ? [...own, ...found] : [...found, ...own];
  return {
    data: [...new Map(data.map((each) => [each.value, each])).values()],
    placeholder: selected.length === 0 ? 'Search groups' : '',
    nothingFoundMessage: groups.loading ? 'Loading groups…' : 'No matches',
    onDropdownOpen: () => groups.loadAll(),
  };
}

/** A group's name and, because others may have the same one, where it is. */
export function labelOf(groups: GroupDirectory, path: string): string {
  const place = groups.placeOf(path);
  const name = groups.nameOf(path);
  return place === '' ? name : msg`${name} (${place})`;
}
