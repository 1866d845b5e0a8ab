import { Button, Group, Menu, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { userIdOf } from '../../../../contract/access/users.ts';
import { isNotOffered, isWorthRetrying, sentencesOf } from '../../../api/errors.ts';
import { apiKeysQuery, revokeApiKey, type ListedApiKey } from '../../../data/access/api-keys.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { useSubmit } from '../../../data/use-submit.ts';
import { count, isolate } from '../../../lib/text.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { sortItems } from '../../../ui/data-table/sorting.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirmation.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { NotOffered } from '../../../ui/not-offered.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import classes from '../access.module.css';
import { NewKey } from './new-key.tsx';

interface ApiKeysProps {
  /** Path of the user. */
  user: string;
  /** "your", or the login with "'s". */
  whose: string;
  mayChange: boolean;
}

const keyOf = (key: ListedApiKey) => key.api_key_resource ?? '';

const columns: Column<ListedApiKey>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(120px, 2fr)',
    sort: true,
    text: ({ name = '' }) => name,
  },
  {
    id: 'created',
    header: 'Created',
    width: 'minmax(110px, 1fr)',
    sort: true,
    text: ({ created_at: at = '' }) => at,
    cell: ({ created_at: at }) => at && <RelativeTime at={new Date(at)} />,
  },
  {
    id: 'last_used',
    header: 'Last used',
    width: 'minmax(110px, 1fr)',
    sort: true,
    text: ({ last_used_at: at }) => at || '',
    cell: ({ last_used_at: at }) =>
      at ? <RelativeTime at={new Date(at)} /> : <span className="muted">never</span>,
  },
];

/** A user's API keys: list, create and revoke. */
export function ApiKeys({ user, whose, mayChange }: ApiKeysProps) {
  const id = userIdOf(user);
  const { data, error, refetch } = useQuery({ ...apiKeysQuery(id ?? 0), enabled: id !== undefined });
  const [sort, setSort] = useState<string>();
  const [dialog, setDialog] = useState<'create' | readonly ListedApiKey[]>();
  if (id === undefined) return null;
  const close = () => setDialog(undefined);
  return (
    <section aria-labelledby="api-keys">
      <Group justify="space-between" mb={4}>
        <Title order={2} id="api-keys">
          API keys
        </Title>
        {mayChange && data && (
          <Button size="xs" variant="default" onClick={() => setDialog('create')}>
            New API key
          </Button>
        )}
      </Group>
      <Text size="sm" className="muted" mb={8} maw="72ch">
        Programs use API keys to act with {whose} privileges until the key is revoked.
      </Text>
      {isNotOffered(error) ? (
        <NotOffered feature="API keys" />
      ) : (
        <div className={classes.keys}>
          <DataTable
            id="api-key"
            label="API keys"
            noun="API key"
            rows={data && sortItems(data, columns, sort)}
            columns={columns}
            keyOf={keyOf}
            sort={sort}
            onSort={setSort}
            error={
              error
                ? {
                    detail: sentencesOf(error),
                    onRetry: isWorthRetrying(error) ? () => void refetch() : undefined,
                  }
                : undefined
            }
            renderMenu={
              mayChange
                ? (key) => (
                    <Menu.Item c="var(--danger)" onClick={() => setDialog([key])}>
                      Revoke
                    </Menu.Item>
                  )
                : undefined
            }
            renderBulkActions={
              mayChange
                ? (keys) => (
                    <Button size="xs" variant="default" c="var(--danger)" onClick={() => setDialog(keys)}>
                      Revoke {count(keys.length, 'API key')}
                    </Button>
                  )
                : undefined
            }
          />
        </div>
      )}
      {dialog === 'create' && (
        <Dialog title="New API key" onClose={close}>
          <NewKey userId={id} onClose={close} />
        </Dialog>
      )}
      {typeof dialog === 'object' && <RevokeKeys userId={id} keys={dialog} onClose={close} />}
    </section>
  );
}

interface RevokeKeysProps {
  userId: number;
  keys: readonly ListedApiKey[];
  onClose(): void;
}

function RevokeKeys({ userId, keys: initial, onClose }: RevokeKeysProps) {
  const queryClient = useQueryClient();
  // Without those that were revoked before one failed.
  const [keys, setKeys] = useState(initial);
  const { problems, submitting, submit } = useSubmit();
  const [first] = initial;
  const which = initial.length === 1 ? isolate(first?.name ?? '') : count(initial.length, 'API key');
  const revoke = () =>
    submit(async () => {
      try {
        for (const key of keys) {
          await revokeApiKey(userId, key);
          setKeys((left) => left.filter((other) => other !== key));
        }
      } finally {
        await queryClient.invalidateQueries({ queryKey: apiKeysQuery(userId).queryKey });
      }
      notify.success(`${which} revoked`);
      onClose();
    });
  return (
    <ConfirmDialog
      title={`Revoke ${which}`}
      action={`Revoke ${which}`}
      refusal={`Couldn't revoke ${which}`}
      problems={problems.rest}
      sending={submitting}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <Text>
        Programs that use {initial.length === 1 ? which : 'these keys'} will lose access. This can't be
        undone.
      </Text>
    </ConfirmDialog>
  );
}
