import { Button, Group, NativeSelect, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isStatus } from '../../api/errors.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { Comparison } from './comparison.tsx';
import { ConfirmData, type ConfirmedAction } from './confirm-data.tsx';
import { formatCounts, labDataQuery, useDataAction } from './data-queries.ts';
import classes from './lab.module.css';
import { detailOf } from './queries.ts';
import { isolate } from '../../lib/text.ts';

const amounts = [
  { value: 'groups 10000', label: '10,000 groups' },
  { value: 'groups 100000', label: '100,000 groups' },
  { value: 'users 50000', label: '50,000 users' },
];
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** The demo data: reset, generate, and snapshots. */
export function DataSection() {
  const { data, error, refetch } = useQuery(labDataQuery());
  const change = useDataAction();
  const [amount, setAmount] = useState('groups 10000');
  const [name, setName] = useState('');
  const [compared, setCompared] = useState<string>();
  const [confirming, setConfirming] = useState<ConfirmedAction>();
  if (error && !data) {
    return isStatus(error, 403) ? (
      <ErrorView title="You don't have permission to change the demo data" detail={detailOf(error)} />
    ) : (
      <ErrorView
        title="Couldn't load the demo data"
        detail={detailOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton h={160} />;
  const [what, count] = amount.split(' ');
  return (
    <Stack gap="md">
      <Text size="sm">Current data: {formatCounts(data.counts)}.</Text>
      {change.error && <ErrorView title="Couldn't change the demo data" detail={detailOf(change.error)} />}
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label="Generate"
          data={amounts}
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <Button
          variant="default"
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
        </Button>
        <Button variant="default" onClick={() => setConfirming({ do: 'reset' })}>
          Reset demo data…
        </Button>
      </Group>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ do: 'save', name: name.trim() }, { onSuccess: () => setName('') });
        }}
      >
        <Group gap="sm" align="flex-end">
          <TextInput
            label="Snapshot name"
            required
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={change.isPending && change.variables.do === 'save'}
          >
            Save snapshot
          </Button>
        </Group>
      </form>
      {data.snapshots.length > 0 && (
        <ul className={classes.list} aria-label="Snapshots">
          {data.snapshots.map((snapshot) => (
            <li key={snapshot.name} className={classes.row}>
              <div className={classes.text}>
                <Title order={3} size={14}>
                  {snapshot.name}
                </Title>
                <Text size="sm" className="muted">
                  {exact.format(new Date(snapshot.created_at))} · {formatCounts(snapshot.counts)}
                </Text>
                {compared === snapshot.name && <Comparison name={snapshot.name} />}
              </div>
              <Group gap={4} className={classes.buttons}>
                <Button
                  size="xs"
                  variant="default"
                  aria-expanded={compared === snapshot.name}
                  onClick={() => setCompared(compared === snapshot.name ? undefined : snapshot.name)}
                >
                  {compared === snapshot.name ? 'Hide comparison' : 'Compare'}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => setConfirming({ do: 'restore', name: snapshot.name })}
                >
                  Restore…
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Delete ${isolate(snapshot.name)}`}
                  onClick={() => setConfirming({ do: 'delete', name: snapshot.name })}
                >
                  Delete…
                </Button>
              </Group>
            </li>
          ))}
        </ul>
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
