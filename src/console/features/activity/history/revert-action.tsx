import { Button } from '@mantine/core';
import { useState } from 'react';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { useRights } from '../../../data/service/rights.ts';
import { useSession } from '../../../data/session/use-session.ts';
import type { RecordKind } from '../../../data/activity/record-kinds.ts';
import type { Fields } from '../../../data/activity/versions.ts';
import { WriteDialog } from './write-dialog.tsx';

interface RevertActionProps {
  kind: RecordKind;
  id: number;
  name: string;
  /** The values before the change. */
  values: Fields;
}

/** Writes the values back that a record had before a change. Only for those who can edit it, as far as is known here. */
export function RevertAction({ kind, id, name, values }: RevertActionProps) {
  const [open, setOpen] = useState(false);
  const { holds, holdsOn } = useSession();
  const { editProviders } = useRights();
  const groups = useGroupDirectory();
  const { collection, feature } = kind;
  const canEdit =
    collection === 'oidc_ops'
      ? editProviders
      : collection === 'groups'
        ? holdsOn(feature, 'rw', groups.chainOf(`/groups/${id}`).paths)
        : holds(feature, 'rw');
  if (!canEdit) return null;
  return (
    <>
      <Button w="fit-content" onClick={() => setOpen(true)}>
        Revert this change
      </Button>
      {open && (
        <WriteDialog
          kind={kind}
          id={id}
          name={name}
          action="Revert this change"
          values={values}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
