import { Button, Checkbox, Menu, NativeSelect, Text, Group, Stack, TextInput, Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PrivilegeChip } from '../../../data/access/privilege-chips.tsx';
import { userIdOf, apiKeyCreateBody } from '../../../../contract/access/users.ts';
import { errorProps } from '../../../data/access/error-props.tsx';
import {
  apiKeysQuery,
  type ListedApiKey,
  revokeApiKey,
  planApiKey,
  type NewApiKey,
} from '../../../data/access/api-keys.ts';
import { usualIdleDays } from '../../../data/access/users.ts';
import { WholeTable } from '../../../data/whole-table.tsx';
import type { Column } from '../../../ui/data-table/columns.ts';
import type { Filter } from '../../../ui/data-table/list-state.ts';
import { textColumn, timeColumn } from '../../../ui/data-table/time-column.tsx';
import { MenuLink } from '../../../ui/links/links.tsx';
import { Section } from '../../../ui/section.tsx';
import { notify } from '../../../data/notifications/notify.ts';
import { refresh } from '../../../data/refresh.ts';
import { count, msg } from '../../../lib/text.ts';
import { BulkDialog } from '../../../data/bulk/bulk-dialog.tsx';
import type { Selected } from '../../../ui/data-table/selection.ts';
import { useSentForm } from '../../../data/record-form.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormShell } from '../../../ui/form-shell.tsx';
import { useCopy } from '../../../ui/copying.tsx';

interface ApiKeysProps {
  /** Path of the user. */
  user: string;
  /** "your", or the login with "'s". */
  whose: string;
  mayChange: boolean;
}

const keyOf = (key: ListedApiKey) => key.api_key_resource ?? '';

const columns: Column<ListedApiKey>[] = [
  textColumn('name', 'Name', 'minmax(120px, 2fr)', ({ name = '' }) => name, { sort: true, verbatim: true }),
  timeColumn('created', 'Created', (key) => key.created_at, { minor: true }),
  timeColumn('last_used', 'Last used', (key) => key.last_used_at, { none: 'never' }),
  timeColumn('expires', 'Ends', (key) => key.expires_at, { none: 'never', isEnd: true }),
  textColumn(
    'rights',
    'Can',
    'minmax(80px, 1fr)',
    ({ read_only: readOnly }) => (readOnly ? 'view' : 'change'),
    {
      sort: true,
      cell: ({ read_only: readOnly }) => <PrivilegeChip privilege={readOnly ? 'ro' : 'rw'} />,
    },
  ),
];

/** As a date, in how many days a new key ends unless someone chooses otherwise. */
const proposedDays = 90;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const endDay = (days: number) => inDays(days).slice(0, 10);

/** In how many days a successor ends: it lives as long as the key that it replaces. */
function daysOf({ created_at: from = '', expires_at: end = '' }: ListedApiKey): number {
  return (Date.parse(end.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000;
}

const filters: Filter<ListedApiKey>[] = [
  {
    id: 'used',
    label: 'Used',
    options: [
      { value: 'yes', label: 'Used before' },
      { value: 'idle', label: `Not for ${usualIdleDays} days` },
      { value: 'never', label: 'Never used' },
    ],
    valuesOf: ({ last_used_at: last, created_at: created }) => [
      last ? 'yes' : 'never',
      // Or created at an unknown time.
      (last || created || '') > inDays(-usualIdleDays) ? '' : 'idle',
    ],
  },
];

/** A user's API keys: list, create and revoke. */
export function ApiKeys({ user, whose, mayChange }: ApiKeysProps) {
  const enabled = userIdOf(user) !== undefined;
  const { data, error, refetch } = useQuery({ ...apiKeysQuery(user), enabled });
  const [dialog, setDialog] = useState<Revocation | { replaced?: ListedApiKey }>();
  if (!enabled) return null;
  const close = () => setDialog(undefined);
  return (
    <Section
      id="api-keys"
      title="API keys"
      actions={mayChange && data && <Button onClick={() => setDialog({})}>New API key</Button>}
    >
      <Text c="dimmed" mb={8} maw="72ch">
        Programs use API keys to act with {whose} privileges until the key ends or is revoked.
      </Text>
      <WholeTable
        id="api-key"
        label="API keys"
        noun="API key"
        items={data}
        columns={columns}
        keyOf={keyOf}
        filters={filters}
        error={error && errorProps(error, refetch)}
        renderMenu={(key) => (
          <>
            <MenuLink to="/access/can" search={{ who: keyOf(key) }}>
              Check access
            </MenuLink>
            {mayChange && <Menu.Item onClick={() => setDialog({ replaced: key })}>Replace</Menu.Item>}
            {mayChange && (
              <Menu.Item c="var(--danger)" onClick={() => setDialog({ items: [key] })}>
                Revoke
              </Menu.Item>
            )}
          </>
        )}
        bulkAction={mayChange ? { verb: 'Revoke', start: setDialog } : undefined}
      />
      {dialog &&
        ('items' in dialog ? (
          <RevokeKeys user={user} {...dialog} onClose={close} />
        ) : (
          <NewKey user={user} {...dialog} onClose={close} />
        ))}
    </Section>
  );
}

/** Keys to revoke, and a function to select those that are left. */
type Revocation = Pick<Selected<ListedApiKey>, 'items'> & Partial<Selected<ListedApiKey>>;

const nameOf = ({ name = '' }: ListedApiKey) => name;

/** Revokes one or more of a user's API keys. */
function RevokeKeys(props: Revocation & { user: string; onClose(): void }) {
  const { user, items: keys, select, onClose } = props;
  const [first] = keys;
  return (
    <BulkDialog
      verb="Revoke"
      participle="revoked"
      noun="API key"
      items={keys}
      keyOf={keyOf}
      nameOf={nameOf}
      run={(key) => revokeApiKey(user, key)}
      onEnd={(revoked, left) => {
        select?.(left);
        const which = keys.length === 1 && first ? nameOf(first) : count(revoked.length, 'API key');
        if (revoked.length > 0) notify.success(msg`${which} revoked`);
        void refresh('user');
      }}
      onClose={onClose}
    >
      <Text size="md">
        Programs that use {keys.length === 1 ? 'this key' : 'these keys'} will lose access. This can't be
        undone.
      </Text>
    </BulkDialog>
  );
}

interface NewKeyProps {
  user: string;
  /** The key that it replaces, with the same name and limits. */
  replaced?: ListedApiKey;
  onClose(): void;
}

/** Creates an API key and shows it once; only this component's memory holds it. */
function NewKey({ user, replaced, onClose }: NewKeyProps) {
  const [key, setKey] = useState<NewApiKey>();
  const [copied, setCopied] = useState(false);
  const { form, errors, state, data, submit } = useSentForm({
    initial: {
      name: replaced?.name ?? '',
      expires_at: replaced && !replaced.expires_at ? '' : endDay(replaced ? daysOf(replaced) : proposedDays),
      read_only: replaced?.read_only ?? false,
      days: '7',
    },
    fields: { name: 'Name', expires_at: 'Ends on', read_only: 'Read-only' },
    schema: apiKeyCreateBody,
    toData: ({ name, expires_at: end, read_only, days }) => ({
      name,
      expires_at: end ? `${end}T23:59:59Z` : null,
      read_only,
      ...(replaced && { replaces: keyOf(replaced) }),
      ...(replaced &&
        days !== '0' && { replaced_expires_at: inDays(Number(days)).replace(/:\d\d\.\d+/, ':00') }),
    }),
    send: async (values) => {
      const created = await planApiKey(user, values).send();
      setKey(created.record);
      await refresh('user');
    },
  });
  const { name } = data();
  if (key)
    return (
      <Dialog title="New API key" loss={copied ? null : keyLoss} onClose={onClose}>
        <CreatedKey name={name} value={key.key} onCopied={() => setCopied(true)} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={replaced ? msg`Replace ${name}` : 'New API key'} onClose={onClose}>
      <FormShell
        form={state}
        failure="Couldn't create the API key"
        action={replaced ? 'Replace API key' : 'Create API key'}
        request={() => planApiKey(user, data()).preview()}
        onCancel={onClose}
        onSubmit={submit}
      >
        <TextInput
          label="Name"
          description="For example, the program that will use the key."
          required
          data-autofocus
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextInput
          type="date"
          label="Ends on"
          description="The key works until the end of that day (UTC). Leave blank for a key that never ends."
          error={errors.expires_at?.message}
          {...form.register('expires_at')}
        />
        <Checkbox label="Only for reading: writes are refused" {...form.register('read_only')} />
        {replaced && (
          <NativeSelect
            label="The old key ends"
            description="It never works for longer than it would have anyway."
            data={[
              { value: '0', label: 'Now' },
              { value: '1', label: 'In 1 day' },
              { value: '7', label: 'In 7 days' },
              { value: '30', label: 'In 30 days' },
            ]}
            {...form.register('days')}
          />
        )}
      </FormShell>
    </Dialog>
  );
}

const keyLoss = {
  always: true as const,
  title: 'Close without copying the key?',
  text: "The key won't be shown again. You can only revoke it and create another one.",
  stay: 'Back to the key',
  leave: 'Close without copying',
};

interface CreatedKeyProps {
  name: string;
  value: string;
  onCopied(): void;
  onClose(): void;
}

function CreatedKey({ name, value, onCopied, onClose }: CreatedKeyProps) {
  const { copy, copied } = useCopy(4000);
  return (
    <Stack>
      <Text size="md" role="status">
        <strong>Copy this key now.</strong> It won't be shown again.
      </Text>
      <Paper
        component="code"
        withBorder
        px={12}
        py={8}
        translate="no"
        style={{ userSelect: 'all' }}
        aria-label={msg`API key ${name}`}
        onCopy={onCopied}
      >
        {value}
      </Paper>
      <Text c="dimmed">
        Send it as the header <code translate="no">Authorization: token …</code> with every request.
      </Text>
      <Group gap="md" justify="flex-end">
        <Button size="sm" onClick={onClose}>
          Done
        </Button>
        <Button variant="filled" size="sm" onClick={() => copy(value, onCopied)} autoFocus>
          {copied ? 'Key copied' : 'Copy key'}
        </Button>
      </Group>
    </Stack>
  );
}
