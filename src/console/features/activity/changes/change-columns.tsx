import type { Change } from '../../../../contract/activity/changes.ts';
import type { LogSearch } from '../../../data/activity/filters.ts';
import { changeLog } from '../../../data/activity/logs.ts';
import { codeColumn, textColumn } from '../../../ui/data-table/time-column.tsx';
import { entryColumn } from '../entry-panel.tsx';
import { fieldLabel, recordAt } from '../../../data/activity/record-kinds.ts';
import { count, msg } from '../../../lib/text.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { Name } from '../../../ui/name.tsx';
import { authorText } from '../../../data/activity/author.ts';
import { Author } from '../record-link.tsx';
import { RecordLink } from '../../../data/activity/record-link.tsx';

const actions: Record<Change['action'], string> = {
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  imported: 'Imported',
};

/** What a change did, in a word. */
export function actionText(action: Change['action']): string {
  return Object.hasOwn(actions, action) ? actions[action] : action;
}

/** The kind of record that a change is about: "provider", "API key". */
function nounOf({ resource }: Change): string {
  if (/\/api_keys\//.test(resource)) return 'API key';
  if (resource.endsWith('/watch')) return 'watch';
  // Of a deletion that wasn't finished.
  if (resource.endsWith('/groups')) return 'subgroup';
  return recordAt(resource)?.kind.noun ?? 'record';
}

/** A change as a title: "Updated provider Acme", "Imported into group EMEA". */
export function titleOf(change: Change): string {
  const noun = nounOf(change);
  const imported = change.action === 'imported' && `into ${noun}`;
  const what = noun === 'subgroup' ? count(change.count, noun) : imported || noun;
  const of = noun === 'subgroup' || noun === 'watch' ? ' of' : '';
  return msg`${actionText(change.action)} ${what + of} ${change.name}`;
}

/** The record that a change is about, with a link unless it deleted it. */
export function ChangedRecord({ change }: { change: Change }) {
  const { action, resource, name } = change;
  const gone = action === 'deleted' && nounOf(change) !== 'subgroup';
  return gone ? <Name>{name}</Name> : <RecordLink path={resource.replace(/\/watch$/, '')} name={name} />;
}

/** What a change is about in a few words: the changed fields, or how many records. */
export function summaryOf(change: Change): string {
  const { action, resource, fields, count: records } = change;
  if (records > 1) return count(records, nounOf(change));
  if (action !== 'updated') return '';
  return fields.map(({ name }) => fieldLabel(recordAt(resource)?.kind, name)).join(', ');
}

/** The columns of changes. @param search the list that an entry opens next to */
export function changeColumns(search: LogSearch): readonly Column<Change>[] {
  return [
    entryColumn(changeLog, search),
    textColumn('login', 'Changed by', 'minmax(120px, 1.5fr)', authorText, {
      cell: (change) => <Author change={change} />,
    }),
    textColumn('action', 'Action', '100px', ({ action }) => actionText(action)),
    textColumn('kind', 'Kind', '100px', nounOf, { minor: true }),
    textColumn('name', 'Record', 'minmax(140px, 2fr)', ({ name }) => name, {
      cell: (change) => <ChangedRecord change={change} />,
    }),
    textColumn('fields', 'Changed', 'minmax(140px, 2fr)', summaryOf),
    codeColumn('resource', 'Path', ({ resource }) => resource),
    codeColumn('request_id', 'Request ID', ({ request_id: id }) => id, 'minmax(140px, 1fr)'),
  ];
}
