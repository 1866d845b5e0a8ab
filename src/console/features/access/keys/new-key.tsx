import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeyCreateBody } from '../../../../contract/access/users.ts';
import { usersEndpoints } from '../../../../contract/endpoints/users.ts';
import { limits } from '../../../../contract/limits.ts';
import { isStatus } from '../../../api/errors.ts';
import { plannedRequest } from '../../../api/planned-request.ts';
import { useSentForm } from '../../../data/record-form.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormShell } from '../../../ui/form-shell.tsx';
import classes from '../access.module.css';
import {
  apiKeysQuery,
  createApiKey,
  createApiKeyInput,
  revokeApiKey,
  type NewApiKey,
} from '../../../data/access/api-keys.ts';
import { msg } from '../../../lib/text.ts';
import { useCopy } from '../../../ui/copying.tsx';

/** Creates an API key and shows it once; only this component's memory holds it. */
export function NewKey({ userId, onClose }: { userId: number; onClose(): void }) {
  const queryClient = useQueryClient();
  const [key, setKey] = useState<NewApiKey>();
  const [copied, setCopied] = useState(false);
  const { form, errors, state, data, submit } = useSentForm({
    initial: { name: '' },
    fields: { name: { label: 'Name' } },
    schema: apiKeyCreateBody,
    send: async ({ name }, settle) => {
      if (key)
        await settle(revokeApiKey(userId, key)).catch((error: unknown) => {
          // Someone else was faster.
          if (!isStatus(error, 404)) throw error;
        });
      setKey(undefined);
      const created = await settle(createApiKey(userId, name));
      if (created.done) setKey(created.record);
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery(userId).queryKey });
    },
  });
  const { name } = data();
  if (key?.key !== undefined)
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
        action={key ? 'Revoke and create another' : 'Create API key'}
        request={() => plannedRequest(usersEndpoints.createApiKey, createApiKeyInput(userId, name))}
        onCancel={onClose}
        onSubmit={submit}
      >
        {key && (
          <Alert title={msg`${name} was created, but its key is lost`}>
            <Text>
              The response with the key was lost, and the service can't show it again. No one has seen it:
              revoke it and create another one.
            </Text>
          </Alert>
        )}
        <TextInput
          label="Name"
          description="For example, the program that will use the key."
          required
          data-autofocus
          maxLength={limits.name}
          readOnly={key !== undefined}
          error={errors.name?.message}
          {...form.register('name')}
        />
      </FormShell>
    </Dialog>
  );
}

const keyLoss = {
  kind: 'key' as const,
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
      <code translate="no" className={classes.key} aria-label={msg`API key ${name}`} onCopy={onCopied}>
        {value}
      </code>
      <Text c="dimmed">
        Send it as the header <code translate="no">Authorization: token …</code> with every request.
      </Text>
      <Group justify="flex-end">
        <Button size="sm" onClick={onClose}>
          Done
        </Button>
        <Button variant="filled" size="sm" onClick={() => copy(value, onCopied)} data-autofocus>
          {copied ? 'Key copied' : 'Copy key'}
        </Button>
      </Group>
    </Stack>
  );
}
