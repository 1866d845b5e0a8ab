import { Button, Group, Menu, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isStatus } from '../../../../client/errors.ts';
import { roleNames, rolesQuery } from '../../../data/access/roles.ts';
import { endOtherSessions } from '../../../data/access/sessions.ts';
import { userFields, userRecords } from '../../../data/access/users.ts';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { notify } from '../../../data/notifications/notify.ts';
import { refresh } from '../../../data/refresh.ts';
import type { User } from '../../../../contract/access/users.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { isSame } from '../../../lib/changes-to.ts';
import { count, msg } from '../../../lib/text.ts';
import { BulkDialog } from '../../../data/bulk/bulk-dialog.tsx';
import type { Selected } from '../../../ui/data-table/selection.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { Name } from '../../../ui/name.tsx';
import { AccessEffect } from '../access-effect.tsx';
import { GroupPicker, labelOf } from '../group-picker.tsx';

/** What can be changed about several users. */
const kinds = {
  assign: { title: 'Assign role', field: 'role_resources', already: 'Has this role already' },
  remove: { title: 'Remove role', field: 'role_resources', already: "Doesn't have this role" },
  move: { title: 'Move to group', field: 'group_resource', already: 'Belongs to this group already' },
  suspend: { title: 'Suspend', field: 'suspended', already: 'Is suspended already' },
  resume: { title: 'Resume', field: 'suspended', already: "Isn't suspended" },
} as const;
type FieldChange = keyof typeof kinds;

/** What to do with several users. */
type UsersChange = FieldChange | 'end sessions';

/** What can be done about a user's suspension. */
export const suspension = (user: User) => (user.suspended ? 'resume' : 'suspend');

/** The changes to choose from for the selected users. */
export function UsersChangeMenu({ onChoose }: { onChoose(change: UsersChange): void }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button rightSection={<ChevronDownIcon />}>Change</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(kinds) as FieldChange[]).map((change) => (
          <Menu.Item key={change} onClick={() => onChoose(change)}>
            {kinds[change].title}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => onChoose('end sessions')}>End sessions</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface ChangeUsersProps {
  items: readonly User[];
  /** Selects those that are left, if they were selected. */
  select?: Selected<User>['select'];
  change: UsersChange;
  onClose(): void;
}

/** Assigns or removes a role, moves users to a group, suspends or resumes them, or ends their sessions. */
export function ChangeUsers({ change, ...props }: ChangeUsersProps) {
  const [target, setTarget] = useState<string>();
  if (change === 'end sessions') return <EndSessions {...props} />;
  if (target === undefined && kinds[change].field !== 'suspended')
    return <ChooseTarget change={change} onChoose={setTarget} onClose={props.onClose} />;
  return <ChangeField {...props} change={change} target={target ?? ''} />;
}

interface ChooseTargetProps {
  change: FieldChange;
  onChoose(target: string): void;
  onClose(): void;
}

/** Asks for the role or the group. */
function ChooseTarget({ change, onChoose, onClose }: ChooseTargetProps) {
  const [chosen, setChosen] = useState('');
  const { data } = useQuery(rolesQuery);
  const roles = data?.roles ?? [];
  const nameOf = roleNames(roles);
  return (
    <Dialog title={kinds[change].title} easyToLeave onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen !== '') onChoose(chosen);
        }}
      >
        <Stack>
          {change === 'move' ? (
            <GroupPicker label="Group" data-autofocus value={chosen} onChange={setChosen} />
          ) : (
            <Select
              label="Role"
              data-autofocus
              searchable
              selectFirstOptionOnChange
              nothingFoundMessage={data ? 'No matches' : 'Loading roles…'}
              data={roles.map((role) => ({ value: role.path, label: nameOf(role) }))}
              value={chosen === '' ? null : chosen}
              onChange={(path) => setChosen(path ?? '')}
            />
          )}
          <Group gap="md" justify="flex-end">
            <Button size="sm" onClick={onClose}>
              Cancel
            </Button>
            <Button size="sm" variant="filled" type="submit" disabled={chosen === ''}>
              Continue
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface ChangeFieldProps extends ChangeUsersProps {
  change: FieldChange;
  /** The path of the role or group; an empty string if the change has none. */
  target: string;
}

/** Changes one field of each user: their roles, their group, or whether they're suspended. */
function ChangeField({ change, target, items, select, onClose }: ChangeFieldProps) {
  const groups = useGroupDirectory();
  const { user: me } = useSession();
  const { data } = useQuery(rolesQuery);
  const roles = new Map((data?.roles ?? []).map((each) => [each.path, each]));
  const role = roles.get(target);
  const { title, field, already } = kinds[change];
  const name = change === 'move' ? labelOf(groups, target) : (role?.name ?? target);
  const verbs: Partial<Record<FieldChange, string>> = {
    assign: msg`Assign ${name} to`,
    remove: msg`Remove ${name} from`,
    move: 'Move',
  };
  const label = field === 'suspended' ? 'State' : userFields[field].label;
  const valueFor = ({ role_resources: held }: User) => {
    if (field === 'suspended') return change === 'suspend';
    if (field === 'group_resource') return target;
    return change === 'assign' ? [...new Set([...held, target])] : held.filter((path) => path !== target);
  };
  const isDone = (user: User) => isSame(user[field], valueFor(user));
  const shownOf = (value: unknown) => {
    if (change === 'move') return groups.nameOf(String(value));
    if (!Array.isArray(value)) return value === true ? 'Suspended' : 'Active';
    return value.length === 0 ? 'none' : value.map((path) => roles.get(String(path))?.name ?? String(path));
  };
  /** What was written, and what it replaced. */
  const written = useRef(new Map<string, { before: unknown; after: unknown }>());
  const run = async ({ user_resource: path, login }: User) => {
    // The list may be out of date.
    const current = await userRecords.read(path);
    if (isDone(current)) return { done: true as const, record: current };
    const after = valueFor(current);
    const result = await userRecords.update(path, login, { [field]: after }).send();
    written.current.set(path, { before: current[field], after });
    return result;
  };
  const undo = async (users: readonly User[]) => {
    const changedAgain: string[] = [];
    const failures: unknown[] = [];
    for (const { user_resource: path, login } of users) {
      const values = written.current.get(path);
      if (!values) continue;
      try {
        const { [field]: current } = await userRecords.read(path);
        if (isSame(current, values.after))
          await userRecords.update(path, login, { [field]: values.before }).send();
        else if (!isSame(current, values.before)) changedAgain.push(login);
      } catch (error) {
        // Deleted users have nothing to change back.
        if (!isStatus(error, 404)) failures.push(error);
      }
    }
    await refresh('user');
    if (failures.length > 0) throw failures[0];
    if (changedAgain.length > 0)
      throw new Error(msg`Changed again since then: ${changedAgain}. The others were changed back.`);
  };
  return (
    <BulkDialog
      verb={verbs[change] ?? title}
      participle="changed"
      noun="user"
      isSafe
      items={items}
      keyOf={(user) => user.user_resource}
      nameOf={(user) => user.login}
      me={me.user}
      changeOf={(user) => msg`${label}: ${shownOf(user[field])} → ${shownOf(valueFor(user))}`}
      exclusionOf={(user) => {
        if (change === 'suspend' && user.user_resource === me.user) return "You can't suspend yourself";
        return isDone(user) ? already : undefined;
      }}
      // Without their access, the user couldn't change the others, or undo that.
      own={{
        rankOf: (user) => Number(user.user_resource === me.user),
        order: "You're in the selection: you come last",
      }}
      run={run}
      onEnd={(done, left) => {
        select?.(left);
        if (done.length > 0)
          notify.success(`${count(done.length, 'user')} changed`, '', {
            undo: { run: () => undo(done), failure: "Couldn't undo all changes" },
          });
        void refresh('user');
      }}
      onClose={onClose}
    >
      {change === 'suspend' && (
        <Text>
          Their sessions end, and they can't sign in or use API keys until they're resumed. Their roles and
          history stay.
        </Text>
      )}
      {change === 'resume' && <Text>They can sign in and use their API keys again.</Text>}
      {change === 'move' && (
        <Text>
          They'll belong to <Name>{name}</Name>, and its administrators will manage them. Their roles stay.
        </Text>
      )}
      {role && (
        <AccessEffect
          path={target}
          was={change === 'assign' ? undefined : role}
          will={change === 'assign' ? role : undefined}
          load={async () => items.filter((user) => !isDone(user)).map(({ role_resources: paths }) => paths)}
        />
      )}
    </BulkDialog>
  );
}

/** Signs users out everywhere. */
function EndSessions({ items, select, onClose }: Omit<ChangeUsersProps, 'change'>) {
  const { user: me } = useSession();
  return (
    <BulkDialog
      verb="End sessions of"
      participle="signed out"
      noun="user"
      items={items}
      keyOf={(user) => user.user_resource}
      nameOf={(user) => user.login}
      me={me.user}
      run={(user) => endOtherSessions(user.user_resource)}
      onEnd={(done, left) => {
        select?.(left);
        if (done.length > 0)
          notify.success(`${count(done.length, 'user')} ${done.length === 1 ? 'is' : 'are'} signed out`);
        void refresh('user');
      }}
      onClose={onClose}
    >
      <Text>They have to sign in again. Your own session in this browser stays.</Text>
    </BulkDialog>
  );
}
