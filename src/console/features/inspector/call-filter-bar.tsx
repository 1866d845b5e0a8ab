import { NativeSelect, TextInput } from '@mantine/core';
import { SearchIcon } from '../../ui/icons.tsx';
import { statusClasses, type CallFilter, type StatusClass } from './call-filter.ts';
import classes from './inspector.module.css';

const methods = ['GET', 'POST', 'PUT', 'DELETE'];

interface CallFilterBarProps {
  filter: CallFilter;
  onChange(filter: CallFilter): void;
}

/** Filters the list of calls by text, method and status. */
export function CallFilterBar({ filter, onChange }: CallFilterBarProps) {
  return (
    <div className={classes.filter}>
      <TextInput
        aria-label="Filter calls"
        placeholder="Path, page or request ID"
        leftSection={<SearchIcon />}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || filter.text === '') return;
          event.preventDefault();
          onChange({ ...filter, text: '' });
        }}
        className={classes.filterText}
      />
      <NativeSelect
        aria-label="Method"
        value={filter.method}
        data={[
          { value: '', label: 'All methods' },
          ...methods.map((method) => ({ value: method, label: method })),
        ]}
        onChange={(event) => onChange({ ...filter, method: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label="Status"
        value={filter.status}
        data={[{ value: '', label: 'All statuses' }, ...statusClasses]}
        // The options above are all there is.
        onChange={(event) => onChange({ ...filter, status: event.currentTarget.value as StatusClass | '' })}
      />
    </div>
  );
}
