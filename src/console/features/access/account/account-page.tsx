import { Button, PasswordInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { userIdOf } from '../../../../contract/access/users.ts';
import { accessRoleOf } from '../../../data/access/model.ts';
import { sessionsQuery, planPasswordChange } from '../../../data/access/sessions.ts';
import { userFields, userRecords } from '../../../data/access/users.ts';
import { useNewRecord } from '../../../data/new-record.ts';
import { useService } from '../../../data/service/use-service.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { DetailList } from '../../../ui/detail-list.tsx';
import { Name } from '../../../ui/name.tsx';
import { Page } from '../../../ui/page.tsx';
import { ApiKeys } from '../keys/api-keys.tsx';
import { GroupLink, RoleLinks } from '../record-links.tsx';
import { Sessions } from './sessions.tsx';
import { passwordChangeBody } from '../../../../contract/access/sessions.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { refresh } from '../../../data/refresh.ts';
import { useSentForm } from '../../../data/record-form.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormShell } from '../../../ui/form-shell.tsx';
import { PasswordField, useTypedPassword } from '../password-field.tsx';

/** The signed-in user: who they are, and where they're signed in. @param renderSignIns their recent sign-ins */
export function AccountPage({ renderSignIns }: { renderSignIns(user: string): ReactNode }) {
  const { user: me, holds } = useSession();
  const [changing, openChange, closeChange] = useNewRecord('password');
  const enabled = userIdOf(me.user) !== undefined;
  // Only administrators can read users, themselves included.
  const { data: record } = useQuery({
    ...userRecords.query(me.user),
    enabled: enabled && holds('group_admin', 'ro'),
  });
  const { data: sessions } = useQuery({ ...sessionsQuery(me.user), enabled });
  const current = sessions?.find((session) => session.current);
  // Anyone who used one to sign in has one.
  const hasPassword = current && (record?.has_password ?? current.method === 'password');
  const canChange = useService().offers('password changes') && hasPassword;
  return (
    <Page
      title="Account"
      help="console#your-account"
      actions={canChange && <Button onClick={openChange}>Change my password</Button>}
    >
      <DetailList
        details={{
          [userFields.login.label]: <Name>{me.login}</Name>,
          [userFields.display_name.label]: record?.display_name && <Name>{record.display_name}</Name>,
          [userFields.group_resource.label]: (
            <GroupLink path={me.group.group_resource} name={me.group.name} />
          ),
          [userFields.role_resources.label]: me.roles.length > 0 && (
            <RoleLinks roles={me.roles.map(accessRoleOf)} />
          ),
          Access: <Link to="/access">My access</Link>,
        }}
      />
      <Sessions user={me.user} login={undefined} mayEnd />
      {enabled && <ApiKeys user={me.user} whose="your" mayChange />}
      {enabled && renderSignIns(me.user)}
      {changing && canChange && <ChangePassword onClose={closeChange} />}
    </Page>
  );
}

const fields = {
  current_password: 'Current password',
  new_password: 'New password',
};

/** Changes the signed-in user's password. */
function ChangePassword({ onClose }: { onClose(): void }) {
  const currentRef = useRef<HTMLInputElement>(null);
  const password = useTypedPassword();
  const { form, errors, state, data, submit } = useSentForm({
    // What's typed stays in the inputs.
    initial: { current_password: '', new_password: '' },
    fields,
    schema: passwordChangeBody,
    toData: () => ({
      current_password: currentRef.current?.value ?? '',
      new_password: password.read(),
    }),
    send: async (values) => {
      await planPasswordChange(values).send();
      onClose();
      notify.success('Password changed', 'You were signed out in every other browser.');
      await refresh('user');
    },
  });
  return (
    <Dialog title="Change my password" onClose={onClose}>
      <FormShell
        form={state}
        failure="Couldn't change the password"
        action="Change password"
        request={() => planPasswordChange(data()).preview()}
        onCancel={onClose}
        onSubmit={submit}
      >
        <Text>This signs you out in every other browser. API keys keep working.</Text>
        <PasswordInput
          label={fields.current_password}
          autoComplete="current-password"
          data-autofocus
          ref={currentRef}
          error={errors.current_password?.message}
          aria-invalid={errors.current_password === undefined ? undefined : true}
          onChange={() => form.formState.isSubmitted && void form.trigger('current_password')}
        />
        <PasswordField form={form} name="new_password" label={fields.new_password} password={password} />
      </FormShell>
    </Dialog>
  );
}
