import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { limits } from '../../../../contract/limits.ts';
import { userUpdateBody, type User, type UserUpdate, userIdOf } from '../../../../contract/access/users.ts';
import { DeleteDialog } from '../../../data/delete-dialog.tsx';
import { notify } from '../../../data/notifications/notify.ts';
import { RecreationNote } from '../../../data/recreation-note.tsx';
import { useService } from '../../../data/service/use-service.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormShell } from '../../../ui/form-shell.tsx';
import { PasswordField, useTypedPassword } from './password-field.tsx';
import { refreshAccess } from '../../../data/access/refresh.ts';
import { sessionsQuery } from '../../../data/access/sessions.ts';
import { deleteUser, hideUsers, readUser, refreshUser, updateUser } from '../../../data/access/users.ts';
import { useSentForm } from '../../../data/record-form.ts';
import type { Settle } from '../../../data/write.ts';
import { Name } from '../../../ui/name.tsx';
import { count, msg } from '../../../lib/text.ts';
import { BulkDelete } from '../../../data/bulk-delete.tsx';
import type { CompleteUser } from '../../../data/service/records.ts';
import { useSession } from '../../../data/session/use-session.ts';
import type { Selected } from '../../../ui/data-table/selection.ts';

interface UserDialogProps {
  id: number;
  user: User;
  onClose(): void;
}

/** Sets or removes a user's password; either signs them out everywhere. */
export function ResetPassword({ id, user, onClose }: UserDialogProps) {
  const password = useTypedPassword();
  const { data: sessions } = useQuery(sessionsQuery(id));
  const save = async (data: UserUpdate, settle: Settle) => {
    const result = await settle(updateUser(id, user.login, data, 'the password').send());
    onClose();
    const title = data.password === null ? 'Password removed' : 'Password saved';
    if (result.done) notify.success(title, msg`${user.login} was signed out everywhere.`);
    await refreshUser(id);
  };
  const { form, errors, state, data, submit, send } = useSentForm({
    // What's typed stays in the input.
    initial: { password: '' },
    fields: { password: { label: 'Password' } },
    schema: userUpdateBody,
    toData: () => ({ password: password.read() }),
    send: save,
  });
  return (
    <Dialog
      title={user.has_password ? msg`Reset ${user.login}'s password` : msg`Set a password for ${user.login}`}
      onClose={onClose}
    >
      <FormShell
        form={state}
        failure="Couldn't save the password"
        action="Save password"
        request={() => updateUser(id, user.login, data()).preview()}
        onCancel={onClose}
        onSubmit={submit}
        extraAction={
          user.has_password && (
            <ActionButton
              size="sm"
              variant="subtle"
              color="gray"
              c="var(--danger)"
              onClick={() => void send((settle) => save({ password: null }, settle))}
            >
              Remove password
            </ActionButton>
          )
        }
      >
        <Text>
          This signs <Name>{user.login}</Name> out everywhere
          {sessions && sessions.length > 0 && ` (${count(sessions.length, 'session')})`}. API keys keep
          working.
        </Text>
        <PasswordField
          label="New password"
          description={`At least ${limits.passwordMin} characters. Can't be viewed later.`}
          password={password}
          error={errors.password?.message}
          onTyped={() => form.formState.isSubmitted && void form.trigger('password')}
        />
      </FormShell>
    </Dialog>
  );
}

/** Deletes a user. */
export function DeleteUser({ id, user, onClose }: UserDialogProps) {
  const navigate = useNavigate();
  const { embedded } = useService();
  return (
    <DeleteDialog
      name={user.login}
      remove={() => deleteUser(id, user.login)}
      read={() => readUser(id)}
      hide={() => hideUsers([user.user_resource])}
      onDeleted={() => navigate({ to: '/access/users', replace: true })}
      refresh={() => refreshUser(id)}
      onClose={onClose}
    >
      <Text size="md">
        {embedded && (
          <>
            This signs <Name>{user.login}</Name> out everywhere and revokes their API keys.{' '}
          </>
        )}
        <RecreationNote noun="user" />
      </Text>
    </DeleteDialog>
  );
}

const pathOf = ({ user_resource: path }: CompleteUser) => path;

/** Deletes several users. The signed-in user is left out. */
export function DeleteUsers(props: Selected<CompleteUser> & { onClose(): void }) {
  const { embedded } = useService();
  const { user: me } = useSession();
  return (
    <BulkDelete
      {...props}
      noun="user"
      pathOf={pathOf}
      nameOf={(user) => user.login}
      exclusionOf={(user) => (user.user_resource === me.user ? "You can't delete yourself" : undefined)}
      read={(user) => readUser(userIdOf(user.user_resource) ?? 0)}
      remove={(user) => deleteUser(userIdOf(user.user_resource) ?? 0, user.login)}
      onDeleted={(deleted) => {
        hideUsers(deleted.map(pathOf));
        void refreshAccess();
      }}
    >
      <Text size="md">
        {embedded && 'This signs them out everywhere and revokes their API keys. '}
        <RecreationNote noun="user" several />
      </Text>
    </BulkDelete>
  );
}
