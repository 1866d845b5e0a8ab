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
import { useService } from '../../../data/service/use-service.ts';
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

/** What to do with several users. */
export type UsersChange = 'assign' | 'remove' | 'move' | 'suspend' | 'resume' | 'end sessions';

/** What can be done about a user's suspension. */
export const suspension = (user: User) => (user.suspended ? 'resume' : 'suspend');

/** The changes to choose from for the selected users. */
export function UsersChangeMenu({ onChoose }: { onChoose(change: UsersChange): void }) {
  const { offers } = useService();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button rightSection={<ChevronDownIcon />}>Change</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChoose('assign')}>Assign role</Menu.Item>
        <Menu.Item onClick={() => onChoose('remove')}>Remove role</Menu.Item>
        <Menu.Item onClick={() => onChoose('move')}>Move to group</Menu.Item>
        {offers('sessions') && (
          <>
            <Menu.Item onClick={() => onChoose('suspend')}>Suspend</Menu.Item>
            <Menu.Item onClick={() => onChoose('resume')}>Resume</Menu.Item>
            <Menu.Item onClick={() => onChoose('end sessions')}>End sessions</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ChangeUsersProps extends Selected<User> {
  change: UsersChange;
  onClose(): void;
}

/** Assigns or removes a role, moves users to a group, suspends or resumes them, or ends their sessions. */
export function ChangeUsers({ change, ...props }: ChangeUsersProps) {
  const [target, setTarget] = useState<string>();
  if (change === 'end sessions') return <EndSessions {...props} />;
  if (change === 'suspend' || change === 'resume')
    return <ChangeField {...props} change={change} target="" />;
  if (target === undefined)
    return <ChooseTarget change={change} onChoose={setTarget} onClose={props.onClose} />;
  return <ChangeField {...props} change={change} target={target} />;
}

interface ChooseTargetProps {
  change: 'assign' | 'remove' | 'move';
  onChoose(target: string): void;
  onClose(): void;
}

/** Asks for the role or the group. */
function ChooseTarget({ change, onChoose, onClose }: ChooseTargetProps) {
  const [chosen, setChosen] = useState('');
  const { data } = useQuery(rolesQuery);
  const roles = data?.roles ?? [];
  const nameOf = roleNames(roles);
  const title = { assign: 'Assign role', remove: 'Remove role', move: 'Move to group' }[change];
  return (
    <Dialog title={title} easyToLeave onClose={onClose}>
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

interface ChangeFieldProps extends Selected<User> {
  change: Exclude<UsersChange, 'end sessions'>;
  /** The path of the role or group; an empty string if the change has none. */
  target: string;
  onClose(): void;
}

const wordings = {
  assign: { verb: (name: string) => msg`Assign ${name} to`, already: 'Has this role already' },
  remove: { verb: (name: string) => msg`Remove ${name} from`, already: "Doesn't have this role" },
  move: { verb: () => 'Move', already: 'Belongs to this group already' },
  suspend: { verb: () => 'Suspend', already: 'Is suspended already' },
  resume: { verb: () => 'Resume', already: "Isn't suspended" },
};

const fields = {
  assign: 'role_resources',
  remove: 'role_resources',
  move: 'group_resource',
  suspend: 'suspended',
  resume: 'suspended',
} as const;

/** Changes one field of each user: their roles, their group, or whether they're suspended. */
function ChangeField({ change, target, items, select, onClose }: ChangeFieldProps) {
  const groups = useGroupDirectory();
  const { user: me } = useSession();
  const { data } = useQuery(rolesQuery);
  const roles = new Map((data?.roles ?? []).map((role) => [role.path, role]));
  const name = change === 'move' ? labelOf(groups, target) : (roles.get(target)?.name ?? target);
  const { verb, already } = wordings[change];
  const field = fields[change];
  const label = field === 'suspended' ? 'State' : userFields[field].label;
  const valueFor = (user: User) => {
    if (change === 'move') return target;
    if (field === 'suspended') return change === 'suspend';
    const others = user.role_resources.filter((path) => path !== target);
    return change === 'assign' ? [...others, target] : others;
  };
  const isDone = (user: User) => {
    if (change === 'move') return user.group_resource === target;
    if (field === 'suspended') return user.suspended === (change === 'suspend');
    return user.role_resources.includes(target) === (change === 'assign');
  };
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
      verb={verb(name)}
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
        select(left);
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
      {(change === 'assign' || change === 'remove') && roles.has(target) && (
        <AccessEffect
          path={target}
          was={change === 'assign' ? undefined : roles.get(target)}
          will={change === 'assign' ? roles.get(target) : undefined}
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
        select(left);
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
