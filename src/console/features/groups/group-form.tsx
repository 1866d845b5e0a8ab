import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { defaultGroupId, groupIdOf } from '../../../contract/groups.ts';
import { limits } from '../../../contract/limits.ts';
import { ApiError, byField } from '../../api/errors.ts';
import { trackJob } from '../../jobs/track-job.ts';
import { notify, sentenceOf } from '../../notifications/notify.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import type { TreeGroup } from './model.ts';
import { createGroup, refreshGroups, updateGroup, type WriteResult } from './queries.ts';

interface Values {
  name: string;
  description: string;
}

/** Creates a group below another. */
export function CreateGroup(props: { parent: TreeGroup; onClose(): void; onSelect(id: number): void }) {
  const queryClient = useQueryClient();
  return (
    <GroupForm
      initial={{ name: '', description: '' }}
      nameFixed={false}
      action="Create group"
      onCancel={props.onClose}
      onSave={async (values) => {
        const result = await createGroup(props.parent.id, values);
        const refreshed = await afterWrite(result, `Create ${values.name}`, () => refreshGroups(queryClient));
        if (refreshed) {
          notify.success(
            `${values.name} created`,
            result.elsewhere ? 'This service creates groups below your own group only: it is there.' : '',
          );
        }
        props.onClose();
        const id = groupIdOf(result.group?.group_resource ?? '');
        if (id !== undefined) props.onSelect(id);
      }}
    />
  );
}

/** Renames or describes a group; only what changed is sent. */
export function EditGroup({ group, onClose }: { group: TreeGroup; onClose(): void }) {
  const queryClient = useQueryClient();
  return (
    <GroupForm
      initial={{ name: group.name, description: group.description }}
      nameFixed={group.id === defaultGroupId}
      action="Save changes"
      onCancel={onClose}
      onSave={async (values) => {
        const changed = {
          ...(values.name === group.name ? {} : { name: values.name }),
          ...(values.description === group.description ? {} : { description: values.description }),
        };
        if (Object.keys(changed).length === 0) {
          notify.success('Nothing changed', `${group.name} is as it was.`);
        } else {
          const result = await updateGroup(group.id, changed);
          const saved = await afterWrite(result, `Change ${group.name}`, () => refreshGroups(queryClient));
          if (saved)
            notify.success(
              changed.name ? `${group.name} renamed to ${changed.name}` : `${group.name} described`,
            );
        }
        onClose();
      }}
    />
  );
}

/** Refreshes what is shown now, or when the job has ended. @returns whether the write is done */
async function afterWrite(
  result: WriteResult,
  title: string,
  refresh: () => Promise<void>,
): Promise<boolean> {
  if (result.job) {
    trackJob(result.job, title, ['groups']);
    return false;
  }
  await refresh();
  return true;
}

interface GroupFormProps {
  initial: Values;
  nameFixed: boolean;
  action: string;
  onCancel(): void;
  onSave(values: Values): Promise<void>;
}

function GroupForm({ initial, nameFixed, action, onCancel, onSave }: GroupFormProps) {
  const [rest, setRest] = useState<readonly string[]>([]);
  const { register, handleSubmit, setError, formState } = useForm<Values>({ defaultValues: initial });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    setRest([]);
    try {
      await onSave({ name: values.name.trim(), description: values.description });
    } catch (error) {
      const { fields, rest: others } = byField(
        error instanceof ApiError ? error.detail : [sentenceOf(error)],
        ['name', 'description'],
      );
      for (const field of ['name', 'description'] as const) {
        const message = fields[field]?.join('; ');
        if (message) setError(field, { message }, { shouldFocus: true });
      }
      setRest(others);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        {rest.length > 0 && <ErrorView title="Nothing was saved" detail={rest} />}
        <TextInput
          label="Name"
          description={nameFixed ? 'The Default group cannot be renamed.' : undefined}
          required
          readOnly={nameFixed}
          data-autofocus={nameFixed ? undefined : true}
          maxLength={limits.name * 2}
          error={errors.name?.message}
          {...register('name', {
            validate: (value) => {
              const { length } = value.trim();
              if (length === 0) return 'Give the group a name';
              return (
                length <= limits.name ||
                `A name has at most ${limits.name} characters; this one has ${length}`
              );
            },
          })}
        />
        <Textarea
          label="Description"
          autosize={false}
          rows={4}
          data-autofocus={nameFixed ? true : undefined}
          error={errors.description?.message}
          {...register('description', {
            maxLength: {
              value: limits.description,
              message: `A description has at most ${limits.description} characters`,
            },
          })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <ActionButton type="submit" loading={isSubmitting}>
            {action}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
