import { useMemo, useState } from 'react';
import { changeActions } from '../../../../contract/activity/changes.ts';
import { changesQuery, currentMinute, type ChangeFilter } from '../../../data/activity/filters.ts';
import { changeLog } from '../../../data/activity/logs.ts';
import { useRecordedName } from '../../../data/activity/use-log.ts';
import { ChoiceFilter, TextFilter, PeriodFilter } from '../log-filters.tsx';
import { LogPage, type LogViewProps } from '../log-page.tsx';
import { actionText, changeColumns } from './change-columns.tsx';
import { msg } from '../../../lib/text.ts';
import { FilterChip } from '../../../ui/data-table/toolbar.tsx';

const kinds = [
  { value: '/groups', label: 'Groups' },
  { value: '/oidc_ops', label: 'Providers' },
  { value: '/users', label: 'Users and API keys' },
  { value: '/roles', label: 'Roles' },
];
const actions = changeActions.map((value) => ({ value, label: actionText(value) }));

/** Every change to a record: who changed what, and when. */
export function ChangesPage({ filter, onFilter, onClear, entry }: LogViewProps<ChangeFilter>) {
  const [now] = useState(currentMinute);
  const query = useMemo(() => changesQuery(filter, now), [filter, now]);
  const columns = useMemo(() => changeColumns({ log: 'changes', ...filter }), [filter]);
  const { login, action, resource } = filter;
  const ofKind = resource === undefined || kinds.some(({ value }) => value === resource);
  // A record's entries include those about its API keys, which have other names.
  const recordName = useRecordedName(
    changeLog,
    'resource',
    ofKind ? undefined : query['resource'],
    (change) => (change.resource === resource ? change.name : null),
  );
  return (
    <LogPage
      title="Changes"
      log={changeLog}
      columns={columns}
      query={query}
      onClear={onClear}
      entry={entry}
      filters={
        <>
          <TextFilter label="Changed by" search={login} onSearch={(text) => onFilter({ login: text })} />
          <ChoiceFilter
            label="Action"
            any="Any action"
            choices={actions}
            value={action}
            onChange={(value) => onFilter({ action: value })}
          />
          {ofKind ? (
            <ChoiceFilter
              label="Kind"
              any="Any record"
              choices={kinds}
              value={resource}
              onChange={(value) => onFilter({ resource: value })}
            />
          ) : (
            <FilterChip
              text={msg`Record: ${recordName ?? resource}`}
              title={resource}
              onRemove={() => onFilter({ resource: undefined })}
            />
          )}
          <PeriodFilter value={filter} onChange={onFilter} />
        </>
      }
    />
  );
}
