import { useMemo, useState } from 'react';
import { changeActions } from '../../../../contract/activity/changes.ts';
import { changesQuery, currentMinute } from '../../../data/activity/filters.ts';
import { changeLog } from '../../../data/activity/logs.ts';
import { useRecordedName } from '../../../data/activity/use-log.ts';
import { presetFilter } from '../log-filters.tsx';
import { LogPage, type LogViewProps } from '../log-page.tsx';
import { actionText, changeColumns } from './change-columns.tsx';
import type { FilterChoice } from '../../../ui/data-table/list-state.ts';

const kinds: FilterChoice['options'] = [
  { value: '/groups', label: 'Groups' },
  { value: '/oidc_ops', label: 'Providers' },
  { value: '/users', label: 'Users and API keys' },
  { value: '/roles', label: 'Roles' },
];
const kindFilter: FilterChoice = { id: 'resource', label: 'Kind', single: true, options: kinds };
const actionFilter: FilterChoice = {
  id: 'action',
  label: 'Action',
  single: true,
  options: changeActions.map((value) => ({ value, label: actionText(value) })),
};
const searches = [{ id: 'login', label: 'Changed by' }];

/** Every change to a record: who changed what, and when. */
export function ChangesPage(view: LogViewProps) {
  const { state } = view;
  const [now] = useState(currentMinute);
  const query = useMemo(() => changesQuery(state, now), [state, now]);
  const columns = useMemo(() => changeColumns({ ...state, log: 'changes' }), [state]);
  const { resource } = state;
  const record = kinds.some(({ value }) => value === resource) ? undefined : resource;
  // A record's entries include those about its API keys, which have other names.
  const recordName = useRecordedName(changeLog, 'resource', record && query['resource'], (change) =>
    change.resource === resource ? change.name : null,
  );
  return (
    <LogPage
      {...view}
      title="Changes"
      log={changeLog}
      columns={columns}
      query={query}
      searches={searches}
      filters={[
        actionFilter,
        ...presetFilter('resource', 'Record', record, recordName),
        ...(record === undefined ? [kindFilter] : []),
      ]}
    />
  );
}
