import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { usersEndpoints } from '../../../../contract/endpoints/users.ts';
import { limits } from '../../../../contract/limits.ts';
import type { User } from '../../../../contract/access/users.ts';
import { plannedRequest } from '../../../api/planned-request.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { useEmbedded } from '../../../data/session/use-embedded.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirmation.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ErrorView } from '../../../ui/error-view.tsx';
import { WhatIsSent } from '../../../ui/request-view.tsx';
import { PasswordField, useTypedPassword } from './password-field.tsx';
import { passwordProblem } from './passwords.ts';
import { deleteUser, refreshAccess, updateUser } from '../queries.ts';
import { useSubmit } from '../use-submit.ts';
import { Name } from '../../../ui/name.tsx';
import { isolate } from '../../../lib/text.ts';

interface UserDialogProps {
  id: number;
  user: User;
  onClose(): void;
}

/** Gives a user a new password, or none any more; either signs them out everywhere. */
export function ResetPassword({ id, user, onClose }: UserDialogProps) {
  const queryClient = useQueryClient();
  const typed = useTypedPassword();
  const { problems, sending, submit, refuse } = useSubmit(['password']);
  const save = (next: string | null, done: string) =>
    submit(async () => {
      const written = await updateUser(id, user.login, { password: next });
      onClose();
      if (written.done) notify.success(done, `${isolate(user.login)} is signed out everywhere.`);
      await refreshAccess(queryClient);
    });
  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = typed.read();
    const wrong = passwordProblem(password);
    if (wrong !== undefined) refuse({ password: wrong });
    else void save(password, `${isolate(user.login)} has a new password`);
  }
  return (
    <Dialog
      title={
        user.has_password
          ? `Reset the password of ${isolate(user.login)}`
          : `Give ${isolate(user.login)} a password`
      }
      onClose={onClose}
    >
      <form onSubmit={send} noValidate>
        <Stack>
          {problems.rest.length > 0 && <ErrorView title="The password stays" detail={problems.rest} />}
          <Text size="sm">
            This signs <Name>{user.login}</Name> out everywhere. API keys go on working.
          </Text>
          <PasswordField
            label="New password"
            description={`At least ${limits.passwordMin} characters. It cannot be read again after this.`}
            password={typed}
            error={problems.fields['password']}
          />
          <WhatIsSent
            request={() =>
              plannedRequest(usersEndpoints.updateUser, {
                params: { id },
                body: { data: { password: typed.read() } },
              })
            }
          />
          <Group justify="flex-end">
            {user.has_password && (
              <Button
                variant="subtle"
                color="gray"
                c="var(--danger)"
                mr="auto"
                onClick={() => void save(null, `${isolate(user.login)} has no password any more`)}
              >
                Remove password
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={sending}>
              Save password
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Deletes a user. */
export function DeleteUser({ id, user, onClose, onDeleted }: UserDialogProps & { onDeleted(): void }) {
  const queryClient = useQueryClient();
  const embedded = useEmbedded();
  const { problems, sending, submit } = useSubmit([]);
  const remove = () =>
    submit(async () => {
      const written = await deleteUser(id, user.login);
      onDeleted();
      if (written.done) notify.success(`${isolate(user.login)} deleted`);
      await refreshAccess(queryClient);
    });
  return (
    <ConfirmDialog
      title={`Delete ${isolate(user.login)}`}
      action={`Delete ${isolate(user.login)}`}
      refusal={`${isolate(user.login)} was not deleted`}
      problems={problems.rest}
      sending={sending}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <Text>
        {embedded && (
          <>
            <Name>{user.login}</Name> is signed out everywhere, and their API keys stop working.{' '}
          </>
        )}
        It cannot be brought back.
      </Text>
    </ConfirmDialog>
  );
}
