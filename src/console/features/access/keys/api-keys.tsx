import { Button, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userIdOf } from '../../../../contract/access/users.ts';
import { errorProps } from '../../../data/error-props.ts';
import { apiKeysQuery, type ListedApiKey } from '../../../data/access/api-keys.ts';
import { useListState } from '../../../data/use-list-state.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useArranged, type Filter } from '../../../ui/data-table/list-state.ts';
import { timeColumn } from '../../../ui/data-table/time-column.tsx';
import classes from '../access.module.css';
import { NewKey } from './new-key.tsx';
import { RevokeKeys, type Revocation } from './revoke-keys.tsx';
import { MenuLink } from '../../../ui/links/links.tsx';
import { Section } from '../../../ui/section.tsx';

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
    verbatim: true,
    text: ({ name = '' }) => name,
  },
  timeColumn('created', 'Created', (key) => key.created_at),
  timeColumn('last_used', 'Last used', (key) => key.last_used_at, 'never'),
];

const noKeys: never[] = [];

const filters: Filter<ListedApiKey>[] = [
  {
    id: 'used',
    label: 'Used',
    options: [
      { value: 'yes', label: 'Used before' },
      { value: 'never', label: 'Never used' },
    ],
    valuesOf: ({ last_used_at: at }) => [at ? 'yes' : 'never'],
  },
];

/** A user's API keys: list, create and revoke. */
export function ApiKeys({ user, whose, mayChange }: ApiKeysProps) {
  const id = userIdOf(user);
  const { data, error, refetch } = useQuery({ ...apiKeysQuery(id ?? 0), enabled: id !== undefined });
  const [state, onState] = useListState(filters);
  const keys = useArranged(data ?? noKeys, columns, filters, state);
  const [dialog, setDialog] = useState<'create' | Revocation>();
  if (id === undefined) return null;
  const close = () => setDialog(undefined);
  return (
    <Section
      id="api-keys"
      title="API keys"
      actions={mayChange && data && <Button onClick={() => setDialog('create')}>New API key</Button>}
    >
      <Text c="dimmed" mb={8} maw="72ch">
        Programs use API keys to act with {whose} privileges until the key is revoked.
      </Text>
      <div className={classes.keys}>
        <DataTable
          id="api-key"
          label="API keys"
          noun="API key"
          rows={data && keys}
          total={data?.length}
          columns={columns}
          keyOf={keyOf}
          state={state}
          onState={onState}
          filters={filters}
          error={error && errorProps(error, refetch)}
          renderMenu={(key) => (
            <>
              <MenuLink to="/access/can" search={{ who: keyOf(key) }}>
                Check access
              </MenuLink>
              {mayChange && (
                <Menu.Item c="var(--danger)" onClick={() => setDialog({ items: [key] })}>
                  Revoke
                </Menu.Item>
              )}
            </>
          )}
          bulkAction={mayChange ? { verb: 'Revoke', start: setDialog } : undefined}
        />
      </div>
      {dialog === 'create' && <NewKey userId={id} onClose={close} />}
      {typeof dialog === 'object' && <RevokeKeys userId={id} {...dialog} onClose={close} />}
    </Section>
  );
}
