import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ComponentProps } from 'react';
import { usersEndpoints } from '../../../../contract/endpoints/users.ts';
import { limits } from '../../../../contract/limits.ts';
import { userIdOf, type User, type UserCreate, type UserUpdate } from '../../../../contract/access/users.ts';
import { plannedRequest } from '../../../api/planned-request.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { saveEdit } from '../../../data/save-edit.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { useSubmit } from '../../../data/use-submit.ts';
import { isolate } from '../../../lib/text.ts';
import { useEdit } from '../../../lib/use-edit.ts';
import { closeNow, Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormShell } from '../../../ui/form-shell.tsx';
import { GroupPicker } from '../group-picker.tsx';
import { refreshAccess } from '../../../data/access/refresh.ts';
import { createUser, readUser, updateUser } from '../../../data/access/users.ts';
import { PasswordField, useTypedPassword } from './password-field.tsx';
import { passwordProblem } from './passwords.ts';
import { RolesField } from './roles-field.tsx';

interface Fields {
  login: string;
  displayName: string;
  group: string;
  roles: readonly string[];
}

/** What is saved; the password is empty if none is set. */
interface Values extends Fields {
  password: string;
}

/** Creates a user and opens their page. */
export function CreateUser({ onClose }: { onClose(): void }) {
  const { user } = useSession();
  return (
    <UserForm
      title="New user"
      initial={{ login: '', displayName: '', group: user.group.group_resource, roles: [] }}
      {...useCreation(onClose)}
      onClose={onClose}
    />
  );
}

/** How a form creates a user. */
function useCreation(onClose: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return {
    failure: "Couldn't create the user",
    action: 'Create user',
    withPassword: true,
    request: (values: Values) =>
      plannedRequest(usersEndpoints.createUser, { body: { data: creationOf(values) } }),
    onSave: async (values: Values) => {
      const data = creationOf(values);
      const result = await createUser(data);
      closeNow(onClose);
      if (result.done) {
        notify.success(`${isolate(data.login)} created`);
        const id = userIdOf(result.record.user_resource);
        if (id !== undefined) await navigate({ to: '/access/users/$userId', params: { userId: String(id) } });
      }
      await refreshAccess(queryClient);
    },
  };
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

interface EditUserProps {
  id: number;
  user: User;
  /** A role to add, by its path. */
  addRole?: string | undefined;
  onClose(): void;
}

/** Edits a user. If someone else has deleted them, it can create them again. */
export function EditUser({ id, user, addRole, onClose }: EditUserProps) {
  const queryClient = useQueryClient();
  const [gone, setGone] = useState(false);
  const creation = useCreation(onClose);
  const edit = useEdit({ record: user, changesOf, reload: () => readUser(id), lists: ['role_resources'] });
  const [initial] = useState(() => ({
    login: user.login,
    displayName: user.display_name,
    group: user.group_resource,
    roles: user.role_resources,
  }));
  return (
    <UserForm
      title={`Edit ${isolate(user.login)}`}
      proposed={addRole === undefined ? {} : { roles: [...new Set([...initial.roles, addRole])] }}
      failure={`Couldn't save ${isolate(user.login)}`}
      action="Save changes"
      initial={initial}
      withPassword={false}
      request={(values) => {
        const data = edit.changes(values);
        return data && plannedRequest(usersEndpoints.updateUser, { params: { id }, body: { data } });
      }}
      onSave={async (values) => {
        const saved = await saveEdit(edit, values, {
          name: values.login.trim(),
          write: (data) => updateUser(id, user.login, data),
          read: () => readUser(id),
          refresh: () => refreshAccess(queryClient),
        });
        if (saved) onClose();
        else setGone(true);
      }}
      {...(gone && { ...creation, gone: user.login })}
      onClose={() => {
        onClose();
        if (gone) void refreshAccess(queryClient);
      }}
    />
  );
}

function changesOf(base: User, { login, displayName, group, roles }: Values): Omit<UserUpdate, 'password'> {
  const sameRoles = roles.toSorted().join() === base.role_resources.toSorted().join();
  return {
    ...(login.trim() === base.login ? {} : { login: login.trim() }),
    ...(displayName.trim() === base.display_name ? {} : { display_name: displayName.trim() }),
    ...(group === base.group_resource ? {} : { group_resource: group }),
    ...(sameRoles ? {} : { role_resources: [...roles] }),
  };
}

interface UserFormProps extends Pick<ComponentProps<typeof FormShell>, 'failure' | 'action' | 'gone'> {
  title: string;
  initial: Fields;
  /** Values filled in for the user to save. */
  proposed?: Partial<Fields>;
  withPassword: boolean;
  /** The request that saving these values would send. */
  request(values: Values): ReturnType<ComponentProps<typeof FormShell>['request']>;
  onClose(): void;
  onSave(values: Values): Promise<void>;
}

function UserForm(props: UserFormProps) {
  const { title, initial, proposed = {}, withPassword, request, onClose, onSave, ...shell } = props;
  const [fieldValues, setFieldValues] = useState({ ...initial, ...proposed });
  const password = useTypedPassword();
  const values = (): Values => ({ ...fieldValues, password: password.read() });
  const { fields, ...form } = useSubmit(
    {
      login: fieldValues.login,
      display_name: fieldValues.displayName,
      group_resource: fieldValues.group,
      role_resources: fieldValues.roles,
      password: password.typed,
    },
    problemsOf(fieldValues, password.typed.length),
  );
  const set = (change: Partial<Fields>) => setFieldValues((old) => ({ ...old, ...change }));
  return (
    <Dialog size="lg" title={title} onClose={onClose}>
      <FormShell
        {...shell}
        form={form}
        request={() => request(values())}
        onCancel={onClose}
        onSubmit={() => void form.submit(() => onSave(values()))}
      >
        <TextInput
          label="Login"
          description="Case-sensitive. OIDC sign-ins must map to exactly this value."
          required
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.login}
          value={fieldValues.login}
          error={fields.login}
          onChange={(event) => set({ login: event.currentTarget.value })}
        />
        <TextInput
          label="Name"
          autoComplete="off"
          maxLength={limits.name}
          value={fieldValues.displayName}
          error={fields.display_name}
          onChange={(event) => set({ displayName: event.currentTarget.value })}
        />
        <GroupPicker
          label="Group"
          required
          value={fieldValues.group}
          error={fields.group_resource}
          onChange={(group) => set({ group })}
        />
        <RolesField
          value={fieldValues.roles}
          initial={initial.roles}
          error={fields.role_resources}
          onChange={(roles) => set({ roles })}
        />
        {withPassword && (
          <PasswordField
            label="Password"
            description={`At least ${limits.passwordMin} characters. Leave blank if the user only signs in through a provider.`}
            password={password}
            error={fields.password}
          />
        )}
      </FormShell>
    </Dialog>
  );
}

/** @param passwordLength 0 if none is set */
function problemsOf({ login, group }: Fields, passwordLength: number) {
  const passwordError = passwordLength === 0 ? undefined : passwordProblem(passwordLength);
  return {
    ...(login.trim() === '' ? { login: 'Enter a login' } : {}),
    ...(group === '' ? { group_resource: 'Select a group' } : {}),
    ...(passwordError === undefined ? {} : { password: passwordError }),
  };
}
