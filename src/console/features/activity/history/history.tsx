import { NativeSelect, Stack, Text, Button, Menu, SimpleGrid } from '@mantine/core';
import { useState, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type RecordKind, fieldLabel, recordAt } from '../../../data/activity/record-kinds.ts';
import { compareVersions, type Version, reconstructVersions } from '../../../data/activity/versions.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { authorText } from '../../../data/activity/author.ts';
import { Author } from '../record-link.tsx';
import { FieldTable } from '../field-table.tsx';
import { errorProps } from '../../../data/access/error-props.tsx';
import { entryId, recordChangesQuery } from '../../../data/activity/logs.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { textColumn } from '../../../ui/data-table/time-column.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { actionText } from '../changes/change-columns.tsx';
import { WriteDialog } from '../changes/write-dialog.tsx';
import { Section } from '../../../ui/section.tsx';
import { formatTime } from '../../../lib/preferences/zoned-time.ts';

interface HistoryProps {
  /** The record's path. */
  resource: string;
  name: string;
  /** Whether the user can write old values back. */
  canRestore: boolean;
}

const titleOf = ({ number }: Version) => `Version ${number}`;

/** The versions of a record: who changed what and when, to compare and restore. */
export function History({ resource, name, canRestore }: HistoryProps) {
  const { data, error, refetch } = useQuery(recordChangesQuery(resource));
  const record = recordAt(resource);
  const versions = useMemo(() => data && reconstructVersions(data.entries), [data]);
  const columns = useMemo(() => columnsFor(record?.kind), [record?.kind]);
  const [dialog, setDialog] = useState<{ restores: Version } | { compares: readonly [Version, Version] }>();
  const close = () => setDialog(undefined);
  const latest = versions?.[0];
  return (
    <Section id="history" title="History">
      {latest?.change && (
        <Text mb={8}>
          Last changed <RelativeTime at={new Date(latest.change.at)} /> by <Author change={latest.change} />
        </Text>
      )}
      <DataTable
        id="version"
        label="History"
        noun="version"
        rows={versions}
        columns={columns}
        keyOf={titleOf}
        error={error && errorProps(error, refetch)}
        empty={<Text>No changes recorded yet</Text>}
        renderMenu={(version) => (
          <>
            {latest && (
              <Menu.Item
                disabled={version === latest}
                onClick={() => setDialog({ compares: [version, latest] })}
              >
                Compare with latest
              </Menu.Item>
            )}
            {canRestore && (
              <Menu.Item disabled={version === latest} onClick={() => setDialog({ restores: version })}>
                Restore this version
              </Menu.Item>
            )}
          </>
        )}
        renderBulkActions={({ items: [one, other, ...more] }) =>
          one &&
          other &&
          more.length === 0 && <Button onClick={() => setDialog({ compares: [one, other] })}>Compare</Button>
        }
      />
      {data && !data.complete && (
        <Text mt={8}>
          Older changes aren't listed.{' '}
          <Link to="/activity" search={{ log: 'changes', resource }}>
            Show all changes
          </Link>
        </Text>
      )}
      {dialog && 'compares' in dialog && versions && (
        <CompareDialog kind={record?.kind} versions={versions} initial={dialog.compares} onClose={close} />
      )}
      {dialog && 'restores' in dialog && record && (
        <WriteDialog
          kind={record.kind}
          id={record.id}
          name={name}
          action={`Restore version ${dialog.restores.number}`}
          values={dialog.restores.values}
          onClose={close}
        />
      )}
    </Section>
  );
}

function columnsFor(kind: RecordKind | undefined): Column<Version>[] {
  const changedOf = ({ change }: Version) =>
    change === undefined
      ? 'Before the oldest change listed'
      : change.action === 'updated'
        ? change.fields.map((field) => fieldLabel(kind, field.name)).join(', ')
        : actionText(change.action);
  return [
    textColumn('version', 'Version', '90px', titleOf, {
      cell: (version) =>
        version.change ? (
          <Link to="/activity" search={{ log: 'changes', entry: entryId(version.change.change_resource) }}>
            {titleOf(version)}
          </Link>
        ) : (
          titleOf(version)
        ),
    }),
    textColumn('at', 'Time', 'minmax(100px, 1fr)', ({ change }) => change?.at ?? '', {
      isTime: true,
      cell: ({ change }) => change && <RelativeTime at={new Date(change.at)} />,
    }),
    textColumn(
      'login',
      'Changed by',
      'minmax(120px, 1fr)',
      ({ change }) => (change ? authorText(change) : ''),
      { minor: true, cell: ({ change }) => change && <Author change={change} /> },
    ),
    textColumn('fields', 'Changed', 'minmax(120px, 2fr)', changedOf),
  ];
}

interface CompareDialogProps {
  kind: RecordKind | undefined;
  versions: readonly Version[];
  /** The versions to start with. */
  initial: readonly [Version, Version];
  onClose(): void;
}

/** Compares any two versions of a record, field by field. */
function CompareDialog({ kind, versions, initial, onClose }: CompareDialogProps) {
  const [numbers, setNumbers] = useState(initial.map(({ number }) => number).toSorted((a, b) => a - b));
  const [older, newer] = numbers.map((number) => versions.find((version) => version.number === number));
  if (!older || !newer) return null;
  const differences = compareVersions(versions, older, newer);
  const choices = versions.map((version) => ({ value: String(version.number), label: labelOf(version) }));
  const select = (label: string, index: 0 | 1) => (
    <NativeSelect
      label={label}
      data={choices}
      value={String(numbers[index])}
      onChange={({ currentTarget }) =>
        setNumbers(numbers.with(index, Number(currentTarget.value)).toSorted((a, b) => a - b))
      }
    />
  );
  return (
    <Dialog title="Compare versions" size="lg" easyToLeave onClose={onClose}>
      <Stack>
        <SimpleGrid minColWidth="min(12.5rem, 100%)" autoFlow="auto-fit" spacing={12}>
          {select('Older version', 0)}
          {select('Newer version', 1)}
        </SimpleGrid>
        {differences.length === 0 ? (
          <Text role="status">These versions are the same.</Text>
        ) : (
          <FieldTable
            label="Differences"
            kind={kind}
            fields={differences}
            headers={{ before: titleOf(older), after: titleOf(newer) }}
          />
        )}
      </Stack>
    </Dialog>
  );
}

function labelOf({ number, change }: Version): string {
  if (!change) return `${number}: before the oldest change listed`;
  return `${number}: ${authorText(change)}, ${formatTime(new Date(change.at), { dateStyle: 'medium', timeStyle: 'short' })}`;
}
