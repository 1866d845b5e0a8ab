import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { userUpdateBody, type User, type UserUpdate } from '../../../../contract/access/users.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormShell } from '../../../ui/form-shell.tsx';
import { PasswordField, useTypedPassword } from '../password-field.tsx';
import { sessionsQuery } from '../../../data/access/sessions.ts';
import { userRecords } from '../../../data/access/users.ts';
import { useSentForm } from '../../../data/record-form.ts';
import { Name } from '../../../ui/name.tsx';
import { count, msg } from '../../../lib/text.ts';
import { DeleteRecord, DeleteRecords } from '../delete-records.tsx';
import { useSession } from '../../../data/session/use-session.ts';
import type { Selected } from '../../../ui/data-table/selection.ts';

interface UserDialogProps {
  user: User;
  onClose(): void;
}

/** Sets or removes a user's password; either signs them out everywhere. */
export function ResetPassword({ user, onClose }: UserDialogProps) {
  const { user_resource: path, login } = user;
  const password = useTypedPassword();
  const { data: sessions } = useQuery(sessionsQuery(path));
  const save = async (data: UserUpdate) => {
    const result = await userRecords.update(path, login, data, 'The password').send();
    onClose();
    const title = data.password === null ? 'Password removed' : 'Password saved';
    if (result.done) notify.success(title, msg`${user.login} was signed out everywhere.`);
    await userRecords.refresh(path);
  };
  const { form, state, data, submit, send } = useSentForm({
    // What's typed stays in the input.
    initial: { password: '' },
    fields: { password: 'Password' },
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
        request={() => userRecords.update(path, login, data()).preview()}
        onCancel={onClose}
        onSubmit={submit}
        extraAction={
          user.has_password && (
            <ActionButton
              size="sm"
              variant="subtle"
              color="gray"
              c="var(--danger)"
              onClick={() => void send(() => save({ password: null }))}
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
          form={form}
          name="password"
          label="New password"
          note="Can't be viewed later."
          password={password}
        />
      </FormShell>
    </Dialog>
  );
}

/** Deletes a user. */
export function DeleteUser({ user, onClose }: UserDialogProps) {
  return (
    <DeleteRecord kind={userRecords} record={user} onClose={onClose}>
      This signs <Name>{user.login}</Name> out everywhere and revokes their API keys.{' '}
    </DeleteRecord>
  );
}

/** Deletes several users. The signed-in user is left out. */
export function DeleteUsers(props: Selected<User> & { onClose(): void }) {
  const { user: me } = useSession();
  return (
    <DeleteRecords
      {...props}
      kind={userRecords}
      me={me.user}
      exclusionOf={(user) => (user.user_resource === me.user ? "You can't delete yourself" : undefined)}
    >
      This signs them out everywhere and revokes their API keys.{' '}
    </DeleteRecords>
  );
}
