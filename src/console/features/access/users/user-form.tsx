import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { usersEndpoints } from '../../../../contract/endpoints/users.ts';
import { limits } from '../../../../contract/limits.ts';
import { userIdOf, type User, type UserCreate, type UserUpdate } from '../../../../contract/access/users.ts';
import { mergedMembers, rebased, refuseOverlap } from '../../../api/concurrent-edits.ts';
import { plannedRequest, type PlannedRequest } from '../../../api/planned-request.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { closeNow, Dialog } from '../../../ui/dialog/dialog.tsx';
import { ErrorView } from '../../../ui/error-view.tsx';
import { WhatIsSent } from '../../../ui/request-view.tsx';
import classes from '../access.module.css';
import { GroupPicker } from '../group-picker.tsx';
import { PasswordField, useTypedPassword } from './password-field.tsx';
import { passwordProblem } from './passwords.ts';
import { createUser, readUser, refreshAccess, updateUser } from '../queries.ts';
import { RolesField } from './roles-field.tsx';
import { useSubmit } from '../use-submit.ts';
import { isolate } from '../../../lib/text.ts';

interface Fields {
  login: string;
  displayName: string;
  group: string;
  roles: readonly string[];
}

/** What is saved; the password is empty where none is given. */
interface Values extends Fields {
  password: string;
}

/** Creates a user and goes to their page. */
export function CreateUser({ onClose }: { onClose(): void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { user } = useSession();
  const initial = { login: '', displayName: '', group: user.group.group_resource, roles: [] };
  return (
    <Dialog size="lg" title="New user" onClose={onClose}>
      <UserForm
        initial={initial}
        withPassword
        action="Create user"
        request={(values) =>
          plannedRequest(usersEndpoints.createUser, { body: { data: creationOf(values) } })
        }
        onCancel={onClose}
        onSave={async (values) => {
          const data = creationOf(values);
          const written = await createUser(data);
          await refreshAccess(queryClient);
          closeNow(onClose);
          if (!written.done) return;
          notify.success(`${isolate(data.login)} created`);
          const id = userIdOf(written.record.user_resource);
          if (id === undefined) return;
          await navigate({ to: '/access/users/$userId', params: { userId: String(id) } });
        }}
      />
    </Dialog>
  );
}

function creationOf({ login, displayName, group, roles, password }: Values): UserCreate {
  return {
    login: login.trim(),
    display_name: displayName.trim(),
    group_resource: group,
    role_resources: [...roles],
    ...(password === '' ? {} : { password }),
  };
}

/** Changes a user; only what changed is sent, on top of what somebody else has changed since. */
export function EditUser({ id, user, onClose }: { id: number; user: User; onClose(): void }) {
  const queryClient = useQueryClient();
  const [initial] = useState(() => ({
    login: user.login,
    displayName: user.display_name,
    group: user.group_resource,
    roles: user.role_resources,
  }));
  // What a change is compared with: the user as opened, or as somebody else has left them since.
  const [base, setBase] = useState(user);
  return (
    <Dialog size="lg" title={`Edit ${isolate(user.login)}`} onClose={onClose}>
      <UserForm
        initial={initial}
        withPassword={false}
        action="Save changes"
        request={(values) => {
          const data = changesOf(base, values);
          if (Object.keys(data).length === 0) return undefined;
          return plannedRequest(usersEndpoints.updateUser, { params: { id }, body: { data } });
        }}
        onCancel={onClose}
        onSave={async (values) => {
          const { role_resources: roles, ...fields } = changesOf(base, values);
          if (Object.keys(fields).length === 0 && !roles) {
            notify.success('Nothing changed', `${isolate(user.login)} is as before.`);
          } else {
            const current = await readUser(id);
            setBase(rebased(base, fields, current));
            refuseOverlap(base, fields, current);
            const written = await updateUser(id, user.login, {
              ...fields,
              ...(roles
                ? { role_resources: mergedMembers(base.role_resources, roles, current.role_resources) }
                : {}),
            });
            await refreshAccess(queryClient);
            if (written.done) notify.success(`${isolate(written.record.login)} saved`);
          }
          onClose();
        }}
      />
    </Dialog>
  );
}

function changesOf(user: User, values: Values): UserUpdate {
  const login = values.login.trim();
  const name = values.displayName.trim();
  const sameRoles = values.roles.toSorted().join() === user.role_resources.toSorted().join();
  return {
    ...(login === user.login ? {} : { login }),
    ...(name === user.display_name ? {} : { display_name: name }),
    ...(values.group === user.group_resource ? {} : { group_resource: values.group }),
    ...(sameRoles ? {} : { role_resources: [...values.roles] }),
  };
}

interface UserFormProps {
  initial: Fields;
  withPassword: boolean;
  action: string;
  /** Tells what saving these values would send. */
  request(values: Values): PlannedRequest | undefined;
  onCancel(): void;
  onSave(values: Values): Promise<void>;
}

const fieldNames = ['login', 'display_name', 'group_resource', 'role_resources', 'password'];

function UserForm({ initial, withPassword, action, request, onCancel, onSave }: UserFormProps) {
  const [fieldValues, setFieldValues] = useState<Fields>(initial);
  const password = useTypedPassword();
  const values = (): Values => ({ ...fieldValues, password: password.read() });
  const { problems, sending, submit, refuse } = useSubmit(fieldNames);
  const set = (change: Partial<Fields>) => setFieldValues((old) => ({ ...old, ...change }));
  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = values();
    const wrong = problemsOf(wanted);
    if (Object.keys(wrong).length > 0) refuse(wrong);
    else void submit(() => onSave(wanted));
  }
  const { fields, rest } = problems;
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        {rest.length > 0 && <ErrorView title="Nothing was saved" detail={rest} />}
        <TextInput
          label="Login"
          description="What they sign in with, and what a provider must give to sign them in. Its case counts."
          required
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.login}
          value={fieldValues.login}
          error={fields['login']}
          onChange={(event) => set({ login: event.currentTarget.value })}
        />
        <TextInput
          label="Name"
          autoComplete="off"
          maxLength={limits.name}
          value={fieldValues.displayName}
          error={fields['display_name']}
          onChange={(event) => set({ displayName: event.currentTarget.value })}
        />
        <GroupPicker
          label="Group"
          required
          value={fieldValues.group}
          error={fields['group_resource']}
          onChange={(group) => set({ group })}
        />
        <RolesField
          value={fieldValues.roles}
          initial={initial.roles}
          error={fields['role_resources']}
          onChange={(roles) => set({ roles })}
        />
        {withPassword && (
          <PasswordField
            label="Password"
            description={`At least ${limits.passwordMin} characters. Leave it empty for somebody who signs in through a provider only.`}
            password={password}
            error={fields['password']}
          />
        )}
        <WhatIsSent request={() => request(values())} />
        <Group justify="flex-end" className={classes.actions}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={sending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function problemsOf({ login, group, password }: Values): Record<string, string> {
  const passwordWrong = password === '' ? undefined : passwordProblem(password);
  return {
    ...(login.trim() === '' ? { login: 'Give the user a login' } : {}),
    ...(group === '' ? { group_resource: 'Choose the group that the user belongs to' } : {}),
    ...(passwordWrong === undefined ? {} : { password: passwordWrong }),
  };
}
