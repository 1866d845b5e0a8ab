import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigateHere } from '../../../data/use-navigate-here.ts';
import { useState, type ComponentProps } from 'react';
import { usersEndpoints } from '../../../../contract/endpoints/users.ts';
import { limits } from '../../../../contract/limits.ts';
import { userIdOf, type User, type UserCreate } from '../../../../contract/access/users.ts';
import { plannedRequest } from '../../../api/planned-request.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { saveEdit } from '../../../data/save-edit.ts';
import { useSession } from '../../../data/session/use-session.ts';
import type { Settle } from '../../../data/use-settle.ts';
import { useSubmit } from '../../../data/use-submit.ts';
import { changesTo } from '../../../lib/edit/changes-to.ts';
import { msg } from '../../../lib/text.ts';
import { useEdit } from '../../../lib/edit/use-edit.ts';
import { closeNow, Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormShell } from '../../../ui/form-shell.tsx';
import { GroupPicker } from '../group-picker.tsx';
import { refreshAccess } from '../../../data/access/refresh.ts';
import { createUser, readUser, updateUser } from '../../../data/access/users.ts';
import { PasswordField, useTypedPassword } from './password-field.tsx';
import { passwordProblem } from './passwords.ts';
import { RolesField } from './roles-field.tsx';

type Values = Pick<User, 'login' | 'display_name' | 'group_resource' | 'role_resources'>;

/** Creates a user and opens their page. */
export function CreateUser({ onClose }: { onClose(): void }) {
  const { user } = useSession();
  return (
    <UserForm
      title="New user"
      initial={{
        login: '',
        display_name: '',
        group_resource: user.group.group_resource,
        role_resources: [],
      }}
      {...useCreation(onClose)}
      onClose={onClose}
    />
  );
}

/** How a form creates a user. */
function useCreation(onClose: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigateHere();
  return {
    failure: "Couldn't create the user",
    action: 'Create user',
    withPassword: true,
    request: (data: UserCreate) => plannedRequest(usersEndpoints.createUser, { body: { data } }),
    onSave: async (data: UserCreate, settle: Settle) => {
      const result = await settle(createUser(data));
      closeNow(onClose);
      if (result.done) {
        notify.success(msg`${data.login} created`);
        const id = userIdOf(result.record?.user_resource ?? '');
        if (id !== undefined) await navigate({ to: '/access/users/$userId', params: { userId: String(id) } });
      }
      await refreshAccess(queryClient);
    },
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
  const edit = useEdit({
    record: user,
    changesOf: (base, values: UserCreate) => changesTo(base, values),
    reload: () => readUser(id),
    lists: ['role_resources'],
  });
  const [{ login, display_name, group_resource, role_resources }] = useState(user);
  return (
    <UserForm
      title={msg`Edit ${user.login}`}
      proposed={addRole === undefined ? [] : [addRole]}
      failure={msg`Couldn't save ${user.login}`}
      action="Save changes"
      initial={{ login, display_name, group_resource, role_resources }}
      withPassword={false}
      request={(values) => {
        const data = edit.changes(values);
        return data && plannedRequest(usersEndpoints.updateUser, { params: { id }, body: { data } });
      }}
      onSave={async (values, settle) => {
        const saved = await saveEdit(edit, values, {
          settle,
          name: values.login,
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

interface UserFormProps extends Pick<ComponentProps<typeof FormShell>, 'failure' | 'action' | 'gone'> {
  title: string;
  initial: Values;
  /** The paths of roles to add. */
  proposed?: readonly string[];
  withPassword: boolean;
  /** The request that saving these values would send. */
  request(values: UserCreate): ReturnType<ComponentProps<typeof FormShell>['request']>;
  onClose(): void;
  onSave(values: UserCreate, settle: Settle): Promise<void>;
}

function UserForm(props: UserFormProps) {
  const { title, initial, proposed = [], withPassword, request, onClose, onSave, ...shell } = props;
  const [fieldValues, setFieldValues] = useState({
    ...initial,
    role_resources: [...new Set([...initial.role_resources, ...proposed])],
  });
  const password = useTypedPassword();
  const values = (): UserCreate => ({
    ...fieldValues,
    login: fieldValues.login.trim(),
    display_name: fieldValues.display_name.trim(),
    ...(password.typed.length > 0 && { password: password.read() }),
  });
  const { fields, ...form } = useSubmit(
    { ...fieldValues, password: password.typed },
    problemsOf(fieldValues, password.typed.length),
  );
  const set = (change: Partial<Values>) => setFieldValues((old) => ({ ...old, ...change }));
  return (
    <Dialog size="lg" title={title} onClose={onClose}>
      <FormShell
        {...shell}
        form={form}
        request={() => request(values())}
        onCancel={onClose}
        onSubmit={() => void form.submit((settle) => onSave(values(), settle))}
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
          value={fieldValues.display_name}
          error={fields.display_name}
          onChange={(event) => set({ display_name: event.currentTarget.value })}
        />
        <GroupPicker
          label="Group"
          required
          value={fieldValues.group_resource}
          error={fields.group_resource}
          onChange={(group_resource) => set({ group_resource })}
        />
        <RolesField
          value={fieldValues.role_resources}
          initial={initial.role_resources}
          error={fields.role_resources}
          onChange={(role_resources) => set({ role_resources })}
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
function problemsOf({ login, group_resource: group }: Values, passwordLength: number) {
  const passwordError = passwordLength === 0 ? undefined : passwordProblem(passwordLength);
  return {
    ...(login.trim() === '' ? { login: 'Enter a login' } : {}),
    ...(group === '' ? { group_resource: 'Select a group' } : {}),
    ...(passwordError === undefined ? {} : { password: passwordError }),
  };
}
