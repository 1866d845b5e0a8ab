import { PasswordInput, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { passwordChangeBody } from '../../../../contract/access/sessions.ts';
import { authenticationEndpoints } from '../../../../contract/endpoints/authentication.ts';
import { limits } from '../../../../contract/limits.ts';
import { plannedRequest } from '../../../api/planned-request.ts';
import { changePassword, sessionsQuery, type PasswordChange } from '../../../data/access/sessions.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { useSentForm } from '../../../data/record-form.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormShell } from '../../../ui/form-shell.tsx';
import { PasswordField, useTypedPassword } from '../users/password-field.tsx';

const fields = {
  current_password: { label: 'Current password' },
  new_password: { label: 'New password' },
};

/** Changes the signed-in user's password. */
export function ChangePassword({ userId, onClose }: { userId: number; onClose(): void }) {
  const queryClient = useQueryClient();
  const currentRef = useRef<HTMLInputElement>(null);
  const password = useTypedPassword();
  const { form, errors, state, data, submit } = useSentForm({
    // What's typed stays in the inputs.
    initial: { current_password: '', new_password: '' },
    fields,
    schema: passwordChangeBody,
    toData: (): PasswordChange => ({
      current_password: currentRef.current?.value ?? '',
      new_password: password.read(),
    }),
    send: async (values, settle) => {
      await settle(changePassword(values));
      onClose();
      notify.success('Password changed', 'You were signed out in every other browser.');
      await queryClient.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey });
    },
  });
  const typed = (name: keyof PasswordChange) => () => form.formState.isSubmitted && void form.trigger(name);
  return (
    <Dialog title="Change my password" onClose={onClose}>
      <FormShell
        form={state}
        failure="Couldn't change the password"
        action="Change password"
        request={() => plannedRequest(authenticationEndpoints.changePassword, { body: { data: data() } })}
        onCancel={onClose}
        onSubmit={submit}
      >
        <Text>This signs you out in every other browser. API keys keep working.</Text>
        <PasswordInput
          label={fields.current_password.label}
          autoComplete="current-password"
          data-autofocus
          maxLength={limits.passwordMax}
          ref={currentRef}
          error={errors.current_password?.message}
          aria-invalid={errors.current_password === undefined ? undefined : true}
          onChange={typed('current_password')}
        />
        <PasswordField
          label={fields.new_password.label}
          description={`At least ${limits.passwordMin} characters.`}
          password={password}
          error={errors.new_password?.message}
          onTyped={typed('new_password')}
        />
      </FormShell>
    </Dialog>
  );
}
