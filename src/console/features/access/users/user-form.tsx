import { userCreateBody, userUpdateBody } from '../../../../contract/access/users.ts';
import { userRecords, userFields } from '../../../data/access/users.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { useRecordForm } from '../../../data/record-form.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { useNavigateHere } from '../../../data/use-navigate-here.ts';
import { msg } from '../../../lib/text.ts';
import { closeNow, Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormShell } from '../../../ui/form-shell.tsx';
import { controlled, RecordInputs } from '../../../data/record-fields.tsx';
import { GroupPicker } from '../group-picker.tsx';
import { PasswordField, useTypedPassword } from '../password-field.tsx';
import { RolesField } from './roles-field.tsx';
import type { User } from '../../../../contract/access/users.ts';

interface UserFormProps {
  /** Absent for a new user. */
  user?: User;
  /** What a new user is like at first, but for their name. */
  template?: User | undefined;
  /** A new user's login. */
  proposedLogin?: string | undefined;
  /** A role to add, by its path. */
  addRole?: string | undefined;
  onClose(): void;
}

/** Creates a user and opens their page, or edits one. If someone else has deleted them, they can be created again. */
export function UserForm(props: UserFormProps) {
  const { user, template, addRole, onClose } = props;
  const { proposedLogin = template ? ['Copy of', template.login].join(' ') : '' } = props;
  const navigate = useNavigateHere();
  const own = useSession().user.group.group_resource;
  const { read, create, update, refresh } = userRecords;
  const { login = proposedLogin, user_resource: path = '' } = user ?? {};
  const password = useTypedPassword();
  const initial = {
    login,
    display_name: user?.display_name ?? '',
    group_resource: (user ?? template)?.group_resource ?? own,
    role_resources: (user ?? template)?.role_resources ?? [],
  };
  const { form, creating, shell } = useRecordForm({
    noun: 'user',
    fields: { ...userFields, password: 'Password' },
    initial: {
      ...initial,
      role_resources: [...new Set([...initial.role_resources, ...(addRole === undefined ? [] : [addRole])])],
      // What's typed stays in the input.
      password: '',
    },
    toData: (values) => ({ ...values, password: password.read() || undefined }),
    create: {
      schema: userCreateBody,
      plan: create,
      onCreated: async (created, { login: name }) => {
        closeNow(onClose);
        const newPath = created.record?.user_resource;
        if (created.done) notify.success(msg`${name} created`);
        if (newPath !== undefined) await navigate({ to: `/access${newPath}` });
        await refresh(newPath);
      },
    },
    edit: user && {
      schema: userUpdateBody,
      record: user,
      name: login,
      lists: ['role_resources'],
      read: () => read(path),
      plan: (data) => update(path, login, data),
    },
    refresh: () => refresh(path),
    onClose,
  });
  return (
    <Dialog size={user ? 'md' : 'lg'} title={user ? msg`Edit ${login}` : 'New user'} onClose={shell.onCancel}>
      <FormShell {...shell}>
        <RecordInputs
          fields={userFields}
          form={form}
          focus={template && 'selected'}
          inputs={{
            group_resource: (
              <GroupPicker
                label={userFields.group_resource.label}
                required
                {...controlled(form, 'group_resource')}
              />
            ),
            role_resources: (
              <RolesField {...controlled(form, 'role_resources')} initial={user?.role_resources ?? []} />
            ),
          }}
        />
        {creating && (
          <PasswordField
            form={form}
            name="password"
            label="Password"
            note="Leave blank if the user only signs in through a provider."
            password={password}
          />
        )}
      </FormShell>
    </Dialog>
  );
}
