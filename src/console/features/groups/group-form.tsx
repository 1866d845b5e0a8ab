import {
  defaultGroupId,
  groupIdOf,
  groupPath,
  groupCreateBody,
  groupUpdateBody,
} from '../../../contract/groups/groups.ts';
import type { TreeGroup } from '../../data/groups/model.ts';
import { createGroup, groupFields, showGroup, updateGroup, readGroup } from '../../data/groups/queries.ts';
import { notify } from '../../data/notifications/notify.ts';
import { useRecordForm } from '../../data/record-form.ts';
import { refresh } from '../../data/refresh.ts';
import { useService } from '../../data/service/use-service.ts';
import { useSession } from '../../data/session/use-session.ts';
import { msg } from '../../lib/text.ts';
import { closeNow, Dialog } from '../../ui/dialog/dialog.tsx';
import { FormShell } from '../../ui/form-shell.tsx';
import { RecordInputs } from '../../data/record-fields.tsx';
import { useGroups } from './use-group-tree.ts';

interface GroupFormProps {
  /** Of a new group. */
  parent?: TreeGroup;
  group?: TreeGroup;
  onClose(): void;
}

/** Creates a group, or edits its name and description. If someone else has deleted it, it can be created again. */
export function GroupForm({ parent: above, group, onClose }: GroupFormProps) {
  const { select } = useGroups();
  /** Where it's created; again, if someone else has deleted it. */
  const parent = above?.id ?? group?.parent ?? defaultGroupId;
  const own = useSession().user.group.group_resource;
  const { form, creating, shell } = useRecordForm({
    noun: 'group',
    fields: groupFields,
    initial: { name: group?.name ?? '', description: group?.description ?? '' },
    create: {
      schema: groupCreateBody,
      plan: (data) => createGroup(parent, own, data),
      onCreated: async (created, { name }) => {
        const { record } = created;
        const id = groupIdOf(record?.group_resource ?? '');
        if (created.done) {
          await (id === undefined ? refresh('group') : showGroup(id, record ?? {}));
          const at = record?.parent_resource;
          const elsewhere =
            at === own
              ? 'This service only creates groups below your own group, so it was created there.'
              : "The service didn't create it below the group you selected.";
          notify.success(msg`${name} created`, at === groupPath(parent) ? '' : elsewhere);
        }
        closeNow(onClose);
        if (id !== undefined) select(id);
      },
    },
    edit: group && {
      schema: groupUpdateBody,
      record: group,
      name: group.name,
      read: () => readGroup(group.id),
      plan: (data, current) => updateGroup(group.id, group.name, data, current),
    },
    refresh: (written) => (group && written ? showGroup(group.id, written) : refresh('group')),
    onClose,
  });
  const { complete } = useService();
  const nameFixed = complete && !creating && group?.id === defaultGroupId;
  return (
    <Dialog
      title={group ? msg`Edit ${group.name}` : msg`New subgroup of ${above?.name ?? ''}`}
      onClose={shell.onCancel}
    >
      <FormShell {...shell}>
        <RecordInputs
          fields={groupFields}
          form={form}
          fixed={nameFixed ? { name: "The Default group can't be renamed." } : {}}
        />
      </FormShell>
    </Dialog>
  );
}
