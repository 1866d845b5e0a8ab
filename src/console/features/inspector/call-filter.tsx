import { NativeSelect, TextInput } from '@mantine/core';
import type { RecordedCall } from '../../api/recorder.ts';
import { pathOf, requestIdOf, statusClassOf } from './call-views.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import classes from './inspector.module.css';
import { matches } from '../../lib/matches.ts';

/** Which calls to list. Empty parts match every call. */
interface CallFilter {
  text: string;
  method: string;
  status: StatusClass | '';
}

const statusClasses = [
  { value: '2xx', label: '2xx Success' },
  { value: '4xx', label: '4xx Client errors' },
  { value: '5xx', label: '5xx Server errors' },
  { value: 'none', label: 'No response' },
] as const;
type StatusClass = (typeof statusClasses)[number]['value'];

export const noFilter: CallFilter = { text: '', method: '', status: '' };

/** The calls that match a filter. Its text is searched for in path, request ID, page and summary. */
export function filterCalls(calls: readonly RecordedCall[], filter: CallFilter): readonly RecordedCall[] {
  return calls.filter(
    (call) =>
      (filter.method === '' || call.endpoint.method === filter.method) &&
      (filter.status === '' || statusClassOf(call) === filter.status) &&
      matches(filter.text, pathOf(call), requestIdOf(call), call.page, call.endpoint.summary),
  );
}

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
