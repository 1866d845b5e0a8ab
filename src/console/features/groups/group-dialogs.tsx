import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DeleteGroup } from './delete-group.tsx';
import { CreateGroup, EditGroup } from './group-form.tsx';
import type { GroupDialog } from '../../data/groups/group-dialog-store.ts';
import type { GroupModel } from '../../data/groups/model.ts';
import { msg } from '../../lib/text.ts';

interface GroupDialogsProps {
  dialog: GroupDialog;
  model: GroupModel;
  onClose(): void;
  onSelect(id: number): void;
}

/** The dialogs that change groups. */
export function GroupDialogs({ dialog, model, onClose, onSelect }: GroupDialogsProps) {
  return (
    <Dialog title={titleOf(dialog)} easyToLeave={dialog.kind === 'delete'} onClose={onClose}>
      {dialog.kind === 'create' && (
        <CreateGroup parent={dialog.parent.id} onClose={onClose} onSelect={onSelect} />
      )}
      {dialog.kind === 'edit' && <EditGroup group={dialog.group} onClose={onClose} onSelect={onSelect} />}
      {dialog.kind === 'delete' && (
        <DeleteGroup group={dialog.group} model={model} onClose={onClose} onSelect={onSelect} />
      )}
    </Dialog>
  );
}

function titleOf(dialog: GroupDialog): string {
  if (dialog.kind === 'create') return msg`New subgroup of ${dialog.parent.name}`;
  return msg`${dialog.kind === 'edit' ? 'Edit' : 'Delete'} ${dialog.group.name}`;
}
