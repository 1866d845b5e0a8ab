import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usersEndpoints } from '../../../../contract/endpoints/users.ts';
import { limits } from '../../../../contract/limits.ts';
import { plannedRequest } from '../../../api/planned-request.ts';
import { useSubmit } from '../../../data/use-submit.ts';
import { FormShell } from '../../../ui/form-shell.tsx';
import classes from '../access.module.css';
import { apiKeysQuery, createApiKey, createApiKeyInput } from '../../../data/access/api-keys.ts';
import { isolate } from '../../../lib/text.ts';

/** Creates an API key and shows it once; only this component's memory holds it. */
export function NewKey({ userId, onClose }: { userId: number; onClose(): void }) {
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [key, setKey] = useState<string>();
  const form = useSubmit(['name'], name.trim() === '' ? { name: 'Enter a name' } : {});
  if (key !== undefined) return <CreatedKey name={name.trim()} value={key} onClose={onClose} />;
  return (
    <FormShell
      form={form}
      failure="Couldn't create the API key"
      action="Create API key"
      request={() => plannedRequest(usersEndpoints.createApiKey, createApiKeyInput(userId, name))}
      onCancel={onClose}
      onSubmit={() =>
        void form.submit(async () => {
          setKey(await createApiKey(userId, name));
          await queryClient.invalidateQueries({ queryKey: apiKeysQuery(userId).queryKey });
        })
      }
    >
      <TextInput
        label="Name"
        description="For example, the program that will use the key."
        required
        data-autofocus
        maxLength={limits.name}
        value={name}
        error={form.fields.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormShell>
  );
}

function CreatedKey({ name, value, onClose }: { name: string; value: string; onClose(): void }) {
  const { copy, copied } = useClipboard({ timeout: 4000 });
  return (
    <Stack>
      <Text size="md" role="status">
        <strong>Copy this key now.</strong> It won't be shown again.
      </Text>
      <code className={classes.key} aria-label={`API key ${isolate(name)}`}>
        {value}
      </code>
      <Text className="muted">
        Send it as the header <code>Authorization: token …</code> with every request.
      </Text>
      <Group justify="flex-end">
        <Button size="sm" onClick={onClose}>
          Done
        </Button>
        <Button variant="filled" size="sm" onClick={() => copy(value)} data-autofocus>
          {copied ? 'Key copied' : 'Copy key'}
        </Button>
      </Group>
    </Stack>
  );
}
