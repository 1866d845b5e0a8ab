import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createStore, useStore } from '../../lib/store.ts';
import { msg } from '../../lib/text.ts';
import type { Command } from '../commands.ts';
import { notify } from '../notifications/notify.ts';
import { shortcuts, withShortcut } from '../shortcuts.ts';
import { firstGroup, type GroupModel, type TreeGroup } from './model.ts';
import type { GroupRights } from './use-group-rights.ts';

/** Which dialog is open on the groups page, and on which group. */
export type GroupDialog =
  | { kind: 'create'; parent: TreeGroup }
  | { kind: 'edit'; group: TreeGroup }
  | { kind: 'delete'; group: TreeGroup };

/** `new`: creates a group below the first one, once that's loaded. */
const dialog = createStore<GroupDialog | 'new' | undefined>(undefined);

/** Opens a dialog on the groups page; undefined closes it. */
export const setGroupDialog = dialog.set;

/** Something that the user can do with a group. */
export interface GroupAction extends Command {
  /** What it's called beside the group: "New subgroup". */
  short: string;
  title: string;
  /** The key in the tree. */
  key: string;
  danger?: true;
}

/** What the user can do with a group, in dialogs of the groups page. */
export function groupActions(
  group: TreeGroup,
  rights: Pick<GroupRights, 'mayChange' | 'mayDelete'>,
): Partial<Record<GroupDialog['kind'], GroupAction>> {
  if (!rights.mayChange(group.id)) return {};
  return {
    create: {
      id: 'create-group',
      label: msg`New subgroup of ${group.name}`,
      short: 'New subgroup',
      title: withShortcut('New subgroup', 'newSubgroup'),
      keywords: 'new group',
      shortcut: shortcuts.newSubgroup,
      key: 'Insert',
      run: () => setGroupDialog({ kind: 'create', parent: group }),
    },
    edit: {
      id: 'edit-group',
      label: msg`Edit ${group.name}`,
      short: 'Edit',
      title: withShortcut('Edit', 'editGroup'),
      keywords: 'rename',
      key: 'F2',
      run: () => setGroupDialog({ kind: 'edit', group }),
    },
    ...(rights.mayDelete(group.id) && {
      delete: {
        id: 'delete-group',
        label: msg`Delete ${group.name}`,
        short: 'Delete',
        title: withShortcut('Delete', 'deleteGroup'),
        key: 'Delete',
        danger: true,
        run: () => setGroupDialog({ kind: 'delete', group }),
      },
    }),
  };
}

/**
 * The dialog that is open on the groups page. Opens the one for a new group if another page requested it.
 * @param settled whether loading the groups has ended
 */
export function useGroupDialog(
  model: GroupModel,
  { parentOfNew }: Pick<GroupRights, 'parentOfNew'>,
  settled: boolean,
): GroupDialog | undefined {
  const current = useStore(dialog);
  const isRequested = current === 'new' && settled;
  useEffect(() => {
    if (!isRequested) return;
    const parent = parentOfNew(undefined);
    setGroupDialog(parent && { kind: 'create', parent });
    if (!parent) notify.error("Couldn't create a group", new Error(reasonIn(model)));
  }, [isRequested, model, parentOfNew]);
  return current === 'new' ? undefined : current;
}

function reasonIn(model: GroupModel): string {
  const first = firstGroup(model);
  if (!first) return 'No groups are visible to you.';
  return msg`You can't create groups below ${first.name}. Select another group first.`;
}

/** Returns a function that opens the dialog for a group below the first one, from any page. */
export function useNewGroup(): () => Promise<void> {
  const navigate = useNavigate();
  const router = useRouter();
  return async () => {
    await navigate({ to: '/groups', search: (old) => old });
    // Not if the user stays because of unsaved changes.
    if (router.state.location.pathname.startsWith('/groups')) setGroupDialog('new');
  };
}
