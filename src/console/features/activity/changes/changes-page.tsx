import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { changeActions } from '../../../../contract/activity/changes.ts';
import { changesQuery, currentMinute, type ChangeFilter } from '../../../data/activity/filters.ts';
import { changeLog } from '../../../data/activity/logs.ts';
import { useRecordedName } from '../../../data/activity/use-log.ts';
import { FilterChip } from '../filter-chip.tsx';
import { LogPage, type OpenEntry } from '../log-page.tsx';
import { PeriodFilter } from '../period-filter.tsx';
import { TextFilter } from '../text-filter.tsx';
import { actionText, changeColumns } from './change-columns.tsx';
import classes from '../activity.module.css';

interface ChangesPageProps {
  filter: ChangeFilter;
  onFilter(change: ChangeFilter): void;
  /** Removes all filters. */
  onClear(): void;
  /** The open change, if any. */
  entry: OpenEntry | undefined;
}

const kinds = [
  { value: '', label: 'Any record' },
  { value: '/groups', label: 'Groups' },
  { value: '/oidc_ops', label: 'Providers' },
  { value: '/users', label: 'Users and API keys' },
  { value: '/roles', label: 'Roles' },
];
const actions = changeActions.map((value) => ({ value, label: actionText(value) }));

/** Every change to a record: who changed what, and when. */
export function ChangesPage({ filter, onFilter, onClear, entry }: ChangesPageProps) {
  const [now] = useState(currentMinute);
  const query = useMemo(() => changesQuery(filter, now), [filter, now]);
  const columns = useMemo(() => changeColumns({ log: 'changes', ...filter }), [filter]);
  const { login, action, resource, period, since, until } = filter;
  const ofKind = kinds.some(({ value }) => value === (resource ?? ''));
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
      onClear={Object.keys(query).length > 0 ? onClear : undefined}
      entry={entry}
      filters={
        <>
          <TextFilter label="Changed by" value={login} onChange={(text) => onFilter({ login: text })} />
          <NativeSelect
            className={classes.choice}
            aria-label="Action"
            data={[{ value: '', label: 'Any action' }, ...actions]}
            value={action ?? ''}
            onChange={({ currentTarget: { value } }) => onFilter({ action: value || undefined })}
          />
          {ofKind ? (
            <NativeSelect
              className={classes.choice}
              aria-label="Kind"
              data={kinds}
              value={resource ?? ''}
              onChange={({ currentTarget: { value } }) => onFilter({ resource: value || undefined })}
            />
          ) : (
            <FilterChip
              label="Record"
              value={recordName ?? resource ?? ''}
              path={resource}
              onRemove={() => onFilter({ resource: undefined })}
            />
          )}
          <PeriodFilter
            value={{ period, since, until }}
            onChange={(times) => onFilter({ ...noTimes, ...times })}
          />
        </>
      }
    />
  );
}

const noTimes = { period: undefined, since: undefined, until: undefined };
