import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { usersEndpoints } from '../../../../contract/endpoints/users.ts';
import { limits } from '../../../../contract/limits.ts';
import { call } from '../../../api/client.ts';
import { ApiError, byField } from '../../../api/errors.ts';
import { plannedRequest } from '../../../api/planned-request.ts';
import { sentenceOf } from '../../../data/notifications/notify.ts';
import { ErrorView } from '../../../ui/error-view.tsx';
import { WhatIsSent } from '../../../ui/request-view.tsx';
import classes from '../access.module.css';
import { apiKeysQuery } from '../queries.ts';
import { Name } from '../../../ui/name.tsx';
import { isolate } from '../../../lib/text.ts';

/** Names a new API key, and shows the key this once: it is in this component's memory alone. */
export function NewKey({ userId, onClose }: { userId: number; onClose(): void }) {
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<readonly string[]>([]);
  const [sending, setSending] = useState(false);
  const [key, setKey] = useState<string>();
  async function create(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (name.trim() === '') {
      setProblem(['name: Give the key a name, such as the program that will use it']);
      return;
    }
    setSending(true);
    setProblem([]);
    try {
      const { body } = await call(usersEndpoints.createApiKey, {
        params: { id: userId },
        body: { data: { name } },
      });
      setKey(body.key);
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery(userId).queryKey });
    } catch (error) {
      setProblem(error instanceof ApiError ? error.detail : [sentenceOf(error)]);
    } finally {
      setSending(false);
    }
  }
  if (key !== undefined) return <ShownOnce name={name.trim()} value={key} onClose={onClose} />;
  const { fields, rest } = byField(problem, ['name']);
  return (
    <form onSubmit={(event) => void create(event)} noValidate>
      <Stack>
        {rest.length > 0 && <ErrorView title="No key was created" detail={rest} />}
        <TextInput
          label="Name"
          description="What will use it, so that you know it again."
          required
          data-autofocus
          maxLength={limits.name}
          value={name}
          error={fields['name']?.join('; ')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <WhatIsSent
          request={() =>
            plannedRequest(usersEndpoints.createApiKey, { params: { id: userId }, body: { data: { name } } })
          }
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={sending}>
            Create API key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ShownOnce({ name, value, onClose }: { name: string; value: string; onClose(): void }) {
  const { copy, copied } = useClipboard({ timeout: 4000 });
  return (
    <Stack>
      <Text role="status">
        This is the key <Name>{name}</Name>. <strong>It is shown only now</strong>: copy it to where it will
        be used.
      </Text>
      <code className={classes.key} aria-label={`The key ${isolate(name)}`}>
        {value}
      </code>
      <Text size="sm" className="muted">
        Send it as the header <code>Authorization: token …</code> with every request.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          I have stored the key
        </Button>
        <Button onClick={() => copy(value)} data-autofocus>
          {copied ? 'Key copied' : 'Copy key'}
        </Button>
      </Group>
    </Stack>
  );
}
