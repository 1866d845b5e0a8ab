import { Text, Skeleton, Button, Group, Menu, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/confirmation.tsx';
import { useDataAction, type DataAction, formatCounts, labDataQuery } from './queries.ts';
import { msg } from '../../lib/text.ts';
import { sentencesOf, byField } from '../../api/errors.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import type { LabData } from '../../../contract/lab.ts';
import { errorProps } from '../../data/access/error-props.tsx';
import { WholeTable } from '../../data/whole-table.tsx';
import type { Column } from '../../ui/data-table/columns.ts';
import { textColumn } from '../../ui/data-table/time-column.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { withAction } from '../../ui/mantine/with-action.tsx';
import { formatTime } from '../../lib/preferences/zoned-time.ts';

const amounts = [
  { value: 'groups 10000', label: '10,000 groups' },
  { value: 'groups 100000', label: '100,000 groups' },
  { value: 'users 50000', label: '50,000 users' },
];

type Snapshot = LabData['snapshots'][number];

const keyOf = ({ name }: Snapshot) => name;

const columns: Column<Snapshot>[] = [
  textColumn('name', 'Name', 'minmax(120px, 1fr)', ({ name }) => name, { sort: true, verbatim: true }),
  textColumn('created', 'Created', 'minmax(170px, auto)', ({ created_at: at }) => at, {
    sort: true,
    cell: ({ created_at: at }) => formatTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' }),
  }),
  textColumn('contents', 'Contents', 'minmax(160px, 2fr)', ({ counts }) => formatCounts(counts)),
];

/** The demo data: reset, generate, and snapshots. */
export function DataSection() {
  const { data, error, refetch } = useQuery(labDataQuery);
  const change = useDataAction();
  const [amount, setAmount] = useState('groups 10000');
  const [name, setName] = useState('');
  const [confirming, setConfirming] = useState<ConfirmedAction>();
  if (error && !data)
    return <ErrorView title="Couldn't load the demo data" {...errorProps(error, refetch)} />;
  if (!data) return <Skeleton h={160} />;
  const [what, count] = amount.split(' ');
  const { fields, rest } = byField(change.error ? sentencesOf(change.error) : [], ['name']);
  return (
    <Stack gap="md">
      <Text>Current data: {formatCounts(data.counts)}.</Text>
      {rest.length > 0 && <ErrorView title="Couldn't change the demo data" detail={rest} />}
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label="Generate"
          data={amounts}
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <ActionButton
          size="sm"
          loading={change.isPending && change.variables.do === 'generate'}
          onClick={() =>
            change.mutate({
              do: 'generate',
              what: what === 'users' ? 'users' : 'groups',
              count: Number(count),
            })
          }
        >
          Generate data
        </ActionButton>
        <Button size="sm" onClick={() => setConfirming({ do: 'reset' })}>
          Reset demo data
        </Button>
      </Group>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ do: 'save', name: name.trim() }, { onSuccess: () => setName('') });
        }}
      >
        <TextInput
          label="Snapshot name"
          required
          maxLength={60}
          maw={360}
          value={name}
          error={fields['name'] && `The name ${fields['name']}`}
          inputContainer={withAction(
            <ActionButton
              size="sm"
              type="submit"
              loading={change.isPending && change.variables.do === 'save'}
            >
              Save snapshot
            </ActionButton>,
          )}
          onChange={(event) => {
            setName(event.currentTarget.value);
            if (fields['name']) change.reset();
          }}
        />
      </form>
      {data.snapshots.length > 0 && (
        <WholeTable
          id="snapshot"
          label="Snapshots"
          noun="snapshot"
          items={data.snapshots}
          columns={columns}
          keyOf={keyOf}
          renderMenu={(snapshot) => (
            <>
              <Menu.Item onClick={() => setConfirming({ do: 'restore', name: snapshot.name })}>
                Restore
              </Menu.Item>
              <Menu.Item
                c="var(--danger)"
                onClick={() => setConfirming({ do: 'delete', name: snapshot.name })}
              >
                Delete
              </Menu.Item>
            </>
          )}
        />
      )}
      {confirming && (
        <ConfirmData
          action={confirming}
          current={formatCounts(data.counts)}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </Stack>
  );
}

/** An action that can't be undone. */
type ConfirmedAction = Extract<DataAction, { do: 'reset' }> | { do: 'restore' | 'delete'; name: string };

interface ConfirmDataProps {
  action: ConfirmedAction;
  /** What the demo holds now: "1,204 groups, 5 users". */
  current: string;
  onClose(): void;
}

/** Asks before the demo data is replaced or a snapshot is deleted. */
function ConfirmData({ action, current, onClose }: ConfirmDataProps) {
  const change = useDataAction();
  return (
    <ConfirmDialog
      action={titleOf(action)}
      refusal="Nothing was changed"
      form={{
        problems: { rest: change.error ? sentencesOf(change.error) : [] },
        submitting: change.isPending,
      }}
      onConfirm={() => change.mutate(action, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text>
        {action.do === 'delete'
          ? "This can't be undone. The demo data isn't affected."
          : `This replaces the current data: ${current}. Everyone is signed out and running jobs end. To keep the current data, save a snapshot first.`}
      </Text>
    </ConfirmDialog>
  );
}

function titleOf(action: ConfirmedAction): string {
  if (action.do === 'reset') return 'Reset demo data';
  return msg`${action.do === 'restore' ? 'Restore' : 'Delete'} snapshot ${action.name}`;
}
