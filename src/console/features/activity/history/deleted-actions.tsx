import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RecordKind } from '../../../data/activity/record-kinds.ts';
import { useCreationRight } from '../../../data/activity/use-creation-right.ts';
import type { Fields } from '../../../data/activity/versions.ts';
import { GroupDirectoryProvider, useGroupDirectory } from '../../../data/groups/group-directory.tsx';
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
  const groups = useGroupDirectory();
  const [recreating, setRecreating] = useState(false);
  if (right === 'none') return null;
  if (right === 'others')
    return (
      <Text className="muted">
        You don't have permission to recreate <Name>{name}</Name> (needs <code>{required.feature}</code> ·{' '}
        <code>{required.privilege}</code> on <Name>{groups.nameOf(required.group)}</Name>).{' '}
        <Link to="/access/can" search={required}>
          Why is this not allowed?
        </Link>
      </Text>
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
