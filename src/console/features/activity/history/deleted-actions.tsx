import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { defaultGroupId, groupPath } from '../../../../contract/groups/groups.ts';
import { useGroupDirectory, GroupDirectoryProvider } from '../../../data/groups/group-directory.tsx';
import { useRights } from '../../../data/service/rights.ts';
import { useSession } from '../../../data/session/use-session.ts';
import type { RecordKind } from '../../../data/activity/record-kinds.ts';
import type { Fields } from '../../../data/activity/versions.ts';
import { MissingPrivilege } from '../../../data/access/missing-privilege.tsx';
import { Name } from '../../../ui/name.tsx';
import { EraseUser } from '../erase-user.tsx';
import { RecreateDialog } from './recreate-dialog.tsx';

interface DeletedActionsProps {
  kind: RecordKind;
  path: string;
  name: string;
  /** The record's last values. */
  values: Fields;
}

/** What to do about a deleted record. Says which privilege is missing to those who can only do it elsewhere. */
export function DeletedActions(props: DeletedActionsProps) {
  return (
    <GroupDirectoryProvider>
      <Actions {...props} />
    </GroupDirectoryProvider>
  );
}

function Actions({ kind, path, name, values }: DeletedActionsProps) {
  const { right, required } = useCreationRight(kind, values);
  const [recreating, setRecreating] = useState(false);
  if (right === 'none') return null;
  if (right === 'others')
    return (
      <MissingPrivilege required={required} group={required.group}>
        recreate <Name>{name}</Name>
      </MissingPrivilege>
    );
  return (
    <Group gap={8}>
      <Button onClick={() => setRecreating(true)}>Recreate</Button>
      {/* This needs the same privilege: docs/decisions.md, "Activity". */}
      {kind.collection === 'users' && <EraseUser path={path} login={name} exists={false} />}
      {recreating && (
        <RecreateDialog kind={kind} name={name} values={values} onClose={() => setRecreating(false)} />
      )}
    </Group>
  );
}

/** Whether the user can create a record, and what that needs. */
interface CreationRight {
  /** Whether they can create this one, only others, or none. */
  right: 'this' | 'others' | 'none';
  required: { feature: string; privilege: 'rw'; group: string };
}

/** Whether the user can create a record with these values. The service checks again. */
function useCreationRight({ collection, feature, groupField }: RecordKind, values: Fields): CreationRight {
  const { holds, holdsOn } = useSession();
  const { editProviders: canEditProviders } = useRights();
  const groups = useGroupDirectory();
  const value = groupField === undefined ? undefined : values[groupField];
  const group = typeof value === 'string' ? value : groupPath(defaultGroupId);
  const required = { feature, privilege: 'rw' as const, group };
  if (collection === 'oidc_ops') return { right: canEditProviders ? 'this' : 'none', required };
  if (!holds(feature, 'rw')) return { right: 'none', required };
  return { right: holdsOn(feature, 'rw', groups.chainOf(group).paths) ? 'this' : 'others', required };
}
