import { Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Change } from '../../../../contract/activity/changes.ts';
import { changeQuery } from '../../../data/activity/logs.ts';
import { formerValues, lastValues, recordAt } from '../../../data/activity/record-kinds.ts';
import { formatNumber } from '../../../lib/text.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { Detail, DetailList } from '../../../ui/detail-list.tsx';
import { Author } from '../record-link.tsx';
import { EntryPanel, MissingEntry, ExactTime } from '../entry-panel.tsx';
import { FieldTable } from '../field-table.tsx';
import { GroupDirectoryProvider } from '../../../data/groups/group-directory.tsx';
import { DeletedActions } from '../history/deleted-actions.tsx';
import { RevertAction } from '../history/revert-action.tsx';
import { ChangedRecord, titleOf } from './change-columns.tsx';

/** A new or deleted record has only one value of each field. */
function headersOf(action: Change['action']): { before?: string; after?: string } {
  if (action === 'created') return { after: 'Value' };
  return action === 'deleted' ? { before: 'Value' } : { before: 'Before', after: 'After' };
}

/** One change: who made it, and what it changed from what to what. */
export function ChangePanel({ id }: { id: number }) {
  const { data: change } = useSuspenseQuery(changeQuery(id));
  if (!change) return <MissingEntry noun="change" />;
  const { action, resource, name, fields, count } = change;
  const record = recordAt(resource);
  const kind = record?.kind;
  const values = kind && lastValues(kind, change);
  const former = kind && formerValues(kind, change);
  return (
    <EntryPanel title={titleOf(change)} entries="changes">
      <DetailList>
        <Detail name="Time">
          <ExactTime at={change.at} />
        </Detail>
        <Detail name="Changed by">
          <Author change={change} />
        </Detail>
        <Detail name="Record">
          <ChangedRecord change={change} />
        </Detail>
        <Detail name="Path">
          <Copyable value={resource} label="path" />
        </Detail>
        {count > 1 && <Detail name="Records">{formatNumber(count)}</Detail>}
        {change.request_id !== '' && (
          <Detail name="Request ID">
            <Copyable value={change.request_id} label="request ID" />
          </Detail>
        )}
      </DetailList>
      {kind && values && <DeletedActions kind={kind} path={resource} name={name} values={values} />}
      {record && former && (
        <GroupDirectoryProvider>
          <RevertAction {...record} name={name} values={former} />
        </GroupDirectoryProvider>
      )}
      {fields.length > 0 ? (
        <FieldTable label="Changed fields" kind={kind} fields={fields} headers={headersOf(action)} />
      ) : (
        count > 1 && <Text>The values of each record aren't recorded.</Text>
      )}
    </EntryPanel>
  );
}
