import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { RecordKind } from '../../../data/activity/record-kinds.ts';
import { MissingPrivilege } from '../../../data/access/missing-privilege.tsx';
import { useCreationRight } from '../../../data/activity/use-creation-right.ts';
import type { Fields } from '../../../data/activity/versions.ts';
import { GroupDirectoryProvider } from '../../../data/groups/group-directory.tsx';
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
