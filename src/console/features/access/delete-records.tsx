import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AccessRecords } from '../../data/access/access-records.ts';
import { BulkDelete } from '../../data/bulk/bulk-delete.tsx';
import type { BulkDialogProps } from '../../data/bulk/bulk-dialog.tsx';
import { DeleteDialog } from '../../data/delete-dialog.tsx';
import { RecreationNote } from '../../data/recreation-note.tsx';
import type { Selected } from '../../ui/data-table/selection.ts';

interface KindProps<Item extends object> {
  /** Users or roles. */
  kind: AccessRecords<Item>;
  onClose(): void;
  /** The consequences, besides whether it can be recreated. */
  children: ReactNode;
}

interface DeleteRecordProps<Item extends object> extends KindProps<Item> {
  record: Item;
  /** What the dialog calls it, if not by its name. */
  name?: string;
}

/** Deletes a user or role, and leaves its page. */
export function DeleteRecord<Item extends object>({ kind, record, ...props }: DeleteRecordProps<Item>) {
  const { noun, read, remove, hide, refresh } = kind;
  const navigate = useNavigate();
  const [path, own] = [kind.pathOf(record), kind.nameOf(record)];
  return (
    <DeleteDialog
      name={props.name ?? own}
      remove={() => remove(path, own)}
      read={() => read(path)}
      hide={() => hide([path])}
      onDeleted={() => navigate({ to: `/access/${noun}s`, replace: true })}
      refresh={() => refresh(path)}
      onClose={props.onClose}
    >
      <Text size="md">
        {props.children}
        <RecreationNote noun={noun} />
      </Text>
    </DeleteDialog>
  );
}

type DeleteRecordsProps<Item extends object> = KindProps<Item> &
  Selected<Item> &
  Pick<BulkDialogProps<Item>, 'changeOf' | 'me' | 'exclusionOf' | 'own'>;

/** Deletes several users or roles. */
export function DeleteRecords<Item extends object>({ kind, children, ...props }: DeleteRecordsProps<Item>) {
  const { noun, pathOf, nameOf, read, remove, hide, refresh } = kind;
  return (
    <BulkDelete
      {...props}
      noun={noun}
      pathOf={pathOf}
      nameOf={nameOf}
      read={(item) => read(pathOf(item))}
      remove={(item) => remove(pathOf(item), nameOf(item))}
      onDeleted={(deleted) => {
        hide(deleted.map(pathOf));
        void refresh(undefined);
      }}
    >
      <Text size="md">
        {children}
        <RecreationNote noun={noun} several />
      </Text>
    </BulkDelete>
  );
}
