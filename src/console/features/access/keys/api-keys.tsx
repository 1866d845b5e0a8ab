import { Button, Checkbox, Menu, Text, Group, Stack, TextInput, Paper, Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PrivilegeChip } from '../../../data/access/privilege-chips.tsx';
import { userIdOf, apiKeyCreateBody } from '../../../../contract/access/users.ts';
import { errorProps } from '../../../data/error-props.tsx';
import {
  apiKeysQuery,
  type ListedApiKey,
  revokeApiKey,
  createApiKey,
  createApiKeyInput,
  type NewApiKey,
} from '../../../data/access/api-keys.ts';
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
import { usersEndpoints } from '../../../../contract/endpoints/users.ts';
import { plannedRequest } from '../../../api/planned-request.ts';
import { useService } from '../../../data/service/use-service.ts';
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
  timeColumn('created', 'Created', (key) => key.created_at),
  timeColumn(
    'last_used',
    'Last used',
    (key) => key.last_used_at,
    () => 'never',
  ),
  timeColumn(
    'expires',
    'Ends',
    (key) => key.expires_at,
    () => 'never',
  ),
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
const proposedEnd = () => new Date(Date.now() + proposedDays * 86_400_000).toISOString().slice(0, 10);

const filters: Filter<ListedApiKey>[] = [
  {
    id: 'used',
    label: 'Used',
    options: [
      { value: 'yes', label: 'Used before' },
      { value: 'never', label: 'Never used' },
    ],
    valuesOf: (key) => [key.last_used_at ? 'yes' : 'never'],
  },
];

/** A user's API keys: list, create and revoke. */
export function ApiKeys({ user, whose, mayChange }: ApiKeysProps) {
  const enabled = userIdOf(user) !== undefined;
  const { data, error, refetch } = useQuery({ ...apiKeysQuery(user), enabled });
  const [dialog, setDialog] = useState<'create' | Revocation>();
  if (!enabled) return null;
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
      <Box maw={720}>
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
              {mayChange && (
                <Menu.Item c="var(--danger)" onClick={() => setDialog({ items: [key] })}>
                  Revoke
                </Menu.Item>
              )}
            </>
          )}
          bulkAction={mayChange ? { verb: 'Revoke', start: setDialog } : undefined}
        />
      </Box>
      {dialog === 'create' && <NewKey user={user} onClose={close} />}
      {typeof dialog === 'object' && <RevokeKeys user={user} {...dialog} onClose={close} />}
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

/** Creates an API key and shows it once; only this component's memory holds it. */
function NewKey({ user, onClose }: { user: string; onClose(): void }) {
  const [key, setKey] = useState<NewApiKey>();
  const [copied, setCopied] = useState(false);
  const { complete } = useService();
  const { form, errors, state, data, submit } = useSentForm({
    // Other services' keys have a name only.
    initial: complete
      ? { name: '', expires_at: proposedEnd(), read_only: false }
      : { name: '', expires_at: '', read_only: false },
    fields: { name: 'Name', expires_at: 'Ends on', read_only: 'Read-only' },
    schema: apiKeyCreateBody,
    toData: ({ name, expires_at: end, read_only }) =>
      complete ? { name, expires_at: end || null, read_only } : { name },
    send: async (values) => {
      const created = await createApiKey(user, values);
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
    <Dialog title="New API key" onClose={onClose}>
      <FormShell
        form={state}
        failure="Couldn't create the API key"
        action="Create API key"
        request={() => plannedRequest(usersEndpoints.createApiKey, createApiKeyInput(user, data()))}
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
        {complete && (
          <>
            <TextInput
              type="date"
              label="Ends on"
              description="Leave blank for a key that never ends. Requests after that are refused."
              error={errors.expires_at?.message}
              {...form.register('expires_at')}
            />
            <Checkbox label="Only for reading: writes are refused" {...form.register('read_only')} />
          </>
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
