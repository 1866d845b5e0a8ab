import { List, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { trackJob } from '../../jobs/track-job.ts';
import { count, formatNumber } from '../../lib/text.ts';
import { notify, sentenceOf } from '../../notifications/notify.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import classes from './delete-group.module.css';
import { WhatHangsOnIt } from './what-hangs-on-it.tsx';
import { subtree, type GroupModel, type TreeGroup } from './model.ts';
import { deleteGroup, refreshGroups } from './queries.ts';

interface DeleteGroupProps {
  group: TreeGroup;
  model: GroupModel;
  onClose(): void;
  onSelect(id: number): void;
}

const listedMost = 20;

/** Says what goes with a group before it is deleted; a subtree wants the group's name typed. */
export function DeleteGroup({ group, model, onClose, onSelect }: DeleteGroupProps) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<readonly string[]>([]);
  const [sending, setSending] = useState(false);
  const below = subtree(model, group.id);
  const what = below.length === 0 ? group.name : `${group.name} and ${count(below.length, 'group')} below it`;

  async function remove() {
    setSending(true);
    setProblem([]);
    try {
      const { job } = await deleteGroup(group.id);
      onClose();
      if (group.parent !== undefined) onSelect(group.parent);
      if (job) {
        trackJob(job, `Delete ${what}`, ['groups']);
      } else {
        await refreshGroups(queryClient);
        notify.success(`${group.name} deleted`);
      }
    } catch (error) {
      setProblem(error instanceof ApiError ? error.detail : [sentenceOf(error)]);
      setSending(false);
    }
  }

  return (
    <Confirmation
      action={`Delete ${what}`}
      refusal={`${group.name} was not deleted`}
      problems={problem}
      sending={sending}
      disabled={below.length > 0 && typed !== group.name}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <WhatHangsOnIt group={group} below={below} />
      {below.length === 0 ? (
        <Text>{group.name} has no groups below it. It cannot be brought back.</Text>
      ) : (
        <>
          <Text>
            {count(below.length, 'group')} below {group.name} {below.length === 1 ? 'goes' : 'go'} with it.
            They cannot be brought back.
          </Text>
          <List size="sm" className={classes.below} tabIndex={0} aria-label="Groups that go with it">
            {below.slice(0, listedMost).map((id) => (
              <List.Item key={id}>{model.groups.get(id)?.name}</List.Item>
            ))}
            {below.length > listedMost && (
              <List.Item>and {formatNumber(below.length - listedMost)} more</List.Item>
            )}
          </List>
          <TextInput
            label={`Type ${group.name} to confirm`}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </>
      )}
    </Confirmation>
  );
}
