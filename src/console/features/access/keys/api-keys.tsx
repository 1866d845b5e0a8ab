import { Button, Group, Table, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usersEndpoints } from '../../../../contract/endpoints/users.ts';
import { userIdOf } from '../../../../contract/access/users.ts';
import { call } from '../../../api/client.ts';
import { ApiError, isNotOffered } from '../../../api/errors.ts';
import { notify, sentenceOf } from '../../../data/notifications/notify.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirmation.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ErrorView } from '../../../ui/error-view.tsx';
import { NotOffered } from '../../../ui/not-offered.tsx';
import { LineSkeletons } from '../../../ui/line-skeletons.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import classes from '../access.module.css';
import { NewKey } from './new-key.tsx';
import { apiKeysQuery } from '../../../data/access/api-keys.ts';
import { useSubmit } from '../../../data/use-submit.ts';
import { Name } from '../../../ui/name.tsx';
import { isolate } from '../../../lib/text.ts';

interface ApiKeysProps {
  /** Path of the user. */
  user: string;
  /** "your", or the login with "'s". */
  whose: string;
  mayChange: boolean;
}

interface KeyToRevoke {
  id: number;
  name: string;
}

/** A user's API keys: list, create and revoke. */
export function ApiKeys({ user, whose, mayChange }: ApiKeysProps) {
  const id = userIdOf(user);
  const { data, error, refetch } = useQuery({ ...apiKeysQuery(id ?? 0), enabled: id !== undefined });
  const [dialog, setDialog] = useState<'create' | KeyToRevoke>();
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
      {error && isNotOffered(error) && <NotOffered feature="API keys" />}
      {error && !isNotOffered(error) && (
        <ErrorView
          title="Couldn't load API keys"
          detail={error instanceof ApiError ? error.detail : [sentenceOf(error)]}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <LineSkeletons label="Loading API keys" lines={2} />}
      {data?.length === 0 && <Text size="sm">No API keys yet</Text>}
      {data && data.length > 0 && (
        <div className={classes.scroll} role="region" aria-label="List of API keys" tabIndex={0}>
          <Table maw={720} className={classes.keys}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Created</Table.Th>
                <Table.Th>Last used</Table.Th>
                {mayChange && (
                  <Table.Th>
                    <span className="visually-hidden">Actions</span>
                  </Table.Th>
                )}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((key) => {
                const name = key.name ?? '';
                const keyId = Number(key.api_key_resource?.split('/').at(-1));
                return (
                  <Table.Tr key={key.api_key_resource}>
                    <Table.Td className="wrap">{name}</Table.Td>
                    <Table.Td>{key.created_at && <RelativeTime at={new Date(key.created_at)} />}</Table.Td>
                    <Table.Td>
                      {key.last_used_at ? (
                        <RelativeTime at={new Date(key.last_used_at)} />
                      ) : (
                        <span className="muted">never</span>
                      )}
                    </Table.Td>
                    {mayChange && (
                      <Table.Td ta="right">
                        <Button
                          size="xs"
                          variant="subtle"
                          color="gray"
                          c="var(--danger)"
                          aria-label={`Revoke ${isolate(name)}`}
                          onClick={() => setDialog({ id: keyId, name })}
                        >
                          Revoke
                        </Button>
                      </Table.Td>
                    )}
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {dialog === 'create' && (
        <Dialog title="New API key" onClose={close}>
          <NewKey userId={id} onClose={close} />
        </Dialog>
      )}
      {typeof dialog === 'object' && <RevokeKey userId={id} apiKey={dialog} onClose={close} />}
    </section>
  );
}

interface RevokeKeyProps {
  userId: number;
  apiKey: KeyToRevoke;
  onClose(): void;
}

function RevokeKey({ userId, apiKey, onClose }: RevokeKeyProps) {
  const queryClient = useQueryClient();
  const { problems, submitting, submit } = useSubmit();
  const revoke = () =>
    submit(async () => {
      await call(usersEndpoints.deleteApiKey, { params: { id: userId, key_id: apiKey.id } });
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery(userId).queryKey });
      notify.success(`${isolate(apiKey.name)} revoked`);
      onClose();
    });
  return (
    <ConfirmDialog
      title={`Revoke ${isolate(apiKey.name)}`}
      action={`Revoke ${isolate(apiKey.name)}`}
      refusal={`Couldn't revoke ${isolate(apiKey.name)}`}
      problems={problems.rest}
      sending={submitting}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <Text>
        Programs that use <Name>{apiKey.name}</Name> will lose access. This can't be undone.
      </Text>
    </ConfirmDialog>
  );
}
