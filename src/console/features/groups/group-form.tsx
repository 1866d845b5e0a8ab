import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { defaultGroupId, groupIdOf, groupPath } from '../../../contract/groups/groups.ts';
import { limits } from '../../../contract/limits.ts';
import { rebased, refuseOverlap } from '../../api/concurrent-edits.ts';
import { ApiError, byField } from '../../api/errors.ts';
import { plannedRequest, type PlannedRequest } from '../../api/planned-request.ts';
import { trackJob } from '../../data/jobs/track-job.ts';
import { notify, sentenceOf } from '../../data/notifications/notify.ts';
import { useSession } from '../../data/session/use-session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { closeNow } from '../../ui/dialog/dialog.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { WhatIsSent } from '../../ui/request-view.tsx';
import type { TreeGroup } from './model.ts';
import { createGroup, currentGroup, refreshGroups, updateGroup, type WriteResult } from './queries.ts';
import { isolate } from '../../lib/text.ts';

interface Values {
  name: string;
  description: string;
}

const whereItWent = {
  'own group': 'This service creates groups below your own group only: it is there.',
  'another group': 'The service created it below another group than you chose.',
};

/** Creates a group below another. */
export function CreateGroup(props: { parent: TreeGroup; onClose(): void; onSelect(id: number): void }) {
  const queryClient = useQueryClient();
  const own = useSession().user.group.group_resource;
  return (
    <GroupForm
      request={(data) =>
        // What is sent first: see `createGroup`.
        groupPath(props.parent.id) === own
          ? plannedRequest(groupsEndpoints.createGroup, { body: { data } })
          : plannedRequest(groupsEndpoints.createSubGroup, {
              params: { id: props.parent.id },
              body: { data },
            })
      }
      initial={{ name: '', description: '' }}
      nameFixed={false}
      action="Create group"
      onCancel={props.onClose}
      onSave={async (values) => {
        const result = await createGroup(props.parent.id, own, values);
        const refreshed = await afterWrite(result, `Create ${isolate(values.name)}`, () =>
          refreshGroups(queryClient),
        );
        if (refreshed) {
          notify.success(
            `${isolate(values.name)} created`,
            result.elsewhere === undefined ? '' : whereItWent[result.elsewhere],
          );
        }
        closeNow(props.onClose);
        const id = groupIdOf(result.group?.group_resource ?? '');
        if (id !== undefined) props.onSelect(id);
      }}
    />
  );
}

/** Renames or describes a group; only what changed is sent. */
export function EditGroup({ group, onClose }: { group: TreeGroup; onClose(): void }) {
  const queryClient = useQueryClient();
  // What a change is compared with: the group as it was opened, or as somebody else has left it since.
  const [base, setBase] = useState<Values>(group);
  return (
    <GroupForm
      request={(values) => {
        const data = changesOf(base, values);
        if (Object.keys(data).length === 0) return undefined;
        return plannedRequest(groupsEndpoints.updateGroup, { params: { id: group.id }, body: { data } });
      }}
      initial={{ name: group.name, description: group.description }}
      nameFixed={group.id === defaultGroupId}
      action="Save changes"
      onCancel={onClose}
      onSave={async (values) => {
        const changed = changesOf(base, values);
        if (Object.keys(changed).length === 0) {
          notify.success('Nothing changed', `${isolate(group.name)} is as it was.`);
        } else {
          const current = await currentGroup(group.id);
          if (current) {
            setBase(rebased(base, changed, current));
            refuseOverlap(base, changed, current);
          }
          const result = await updateGroup(group.id, changed);
          const saved = await afterWrite(result, `Change ${isolate(group.name)}`, () =>
            refreshGroups(queryClient),
          );
          if (saved)
            notify.success(
              changed.name
                ? `${isolate(group.name)} renamed to ${isolate(changed.name)}`
                : `${isolate(group.name)} described`,
            );
        }
        onClose();
      }}
    />
  );
}

function changesOf(base: Values, { name, description }: Values): Partial<Values> {
  return {
    ...(name === base.name ? {} : { name }),
    ...(description === base.description ? {} : { description }),
  };
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
  /** Tells what saving these values would send. */
  request(values: Values): PlannedRequest | undefined;
  onCancel(): void;
  onSave(values: Values): Promise<void>;
}

function GroupForm({ initial, nameFixed, action, request, onCancel, onSave }: GroupFormProps) {
  const [rest, setRest] = useState<readonly string[]>([]);
  const form = useForm<Values>({ defaultValues: initial });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    setRest([]);
    try {
      await onSave(trimmed(values));
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
        <Sent form={form} request={request} />
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

function trimmed({ name, description }: Values): Values {
  return { name: name.trim(), description };
}

/** What the form would send as it stands. */
function Sent({ form, request }: { form: UseFormReturn<Values> } & Pick<GroupFormProps, 'request'>) {
  // The form is never without values of its own, so that all of them are there.
  const values = useWatch({ control: form.control }) as Values;
  return <WhatIsSent request={() => request(trimmed(values))} />;
}
