import { MultiSelect, Select } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useGroupDirectory, type GroupDirectory } from './group-directory.ts';
import { isolate } from '../../lib/text.ts';

interface CommonProps {
  label: string;
  description?: string;
  error?: ReactNode;
  required?: boolean;
  w?: number;
}

/** Chooses one group by part of its name, by names from above (`EMEA/Acme`), or by its path. */
export function GroupPicker({
  value,
  onChange,
  ...common
}: CommonProps & { value: string; onChange(path: string): void }) {
  const groups = useGroupDirectory();
  const [text, setText] = useState('');
  const shown = value === '' ? [] : [value];
  return (
    <Select
      {...common}
      {...options(groups, text, shown)}
      value={value === '' ? null : value}
      searchable
      allowDeselect={false}
      searchValue={text}
      onSearchChange={setText}
      onChange={(path) => onChange(path ?? '')}
    />
  );
}

/** Chooses several groups. */
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
      value={[...value]}
      searchable
      hidePickedOptions
      searchValue={text}
      onSearchChange={setText}
      onChange={onChange}
    />
  );
}

function options(groups: GroupDirectory, text: string, chosen: readonly string[]) {
  // While a chosen group's own label stands in the field, nothing is being looked for.
  const looking = chosen.some((path) => labelOf(groups, path) === text) ? '' : text;
  const paths = [...chosen, ...groups.find(looking).map((group) => group.path)];
  return {
    data: [...new Set(paths)].map((path) => ({ value: path, label: labelOf(groups, path) })),
    // The directory has already searched, by more than the label.
    filter: ({ options: found }: { options: readonly unknown[] }) => [...found] as never[],
    placeholder: chosen.length === 0 ? 'Search groups' : '',
    nothingFoundMessage: groups.loading ? 'Loading groups…' : 'No group fits',
    onDropdownOpen: () => groups.wantAll(),
    limit: 60,
    maxDropdownHeight: 280,
  };
}

function labelOf(groups: GroupDirectory, path: string): string {
  const place = groups.placeOf(path);
  const name = groups.nameOf(path);
  return place === '' ? name : `${isolate(name)} (${place})`;
}
