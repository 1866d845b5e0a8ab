import { Checkbox, List, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Change, Recreation } from '../../../contract/activity/changes.ts';
import { activityEndpoints } from '../../../contract/endpoints/activity.ts';
import { count, formatNumber, isolate, msg } from '../../lib/text.ts';
import { closeNow, Dialog } from '../../ui/dialog/dialog.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { FormShell } from '../../ui/form-shell.tsx';
import { LineSkeletons } from '../../ui/line-skeletons.tsx';
import { entryId } from './logs.ts';
import { errorProps } from '../access/error-props.tsx';
import { changedBy } from '../refresh.ts';
import { call } from '../../api/exchange.ts';
import { planWrite, useSend } from '../write.ts';

interface RecreateGroupsProps {
  /** The entry about their deletion. */
  change: Change;
  /** Whether to propose all that was deleted in the same run. */
  ofRun?: boolean;
  onClose(): void;
}

/** Recreates deleted groups in a job. Shows before what will be there, and what prevents it. */
export function RecreateGroups({ change, ofRun = false, onClose }: RecreateGroupsProps) {
  const { send, ...form } = useSend();
  const [run, setRun] = useState(ofRun);
  const id = entryId(change.change_resource);
  const input = { params: { id }, query: { run: String(run) } };
  const title = msg`Recreate ${change.name}`;
  const {
    data: checked,
    isPlaceholderData,
    error,
    refetch,
  } = useQuery({
    queryKey: ['activity', 'recreation', id, run],
    queryFn: async ({ signal }) => (await call(activityEndpoints.getRecreation, { ...input, signal })).body,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const data = isPlaceholderData ? undefined : checked;
  const planned = planWrite(activityEndpoints.recreateGroups, input, 'A job may be recreating the groups.', {
    title,
    changes: [...changedBy.group, 'users'],
  });
  const isPossible = data?.problems.length === 0;
  const recreate = () =>
    send(async () => {
      await planned.send();
      closeNow(onClose);
    });
  return (
    <Dialog title={title} size="lg" easyToLeave onClose={onClose}>
      {checked && checked.deletions > 1 && (
        <Checkbox
          mb="md"
          label={`Recreate all ${formatNumber(checked.deletions)} deletions of the same run`}
          checked={run}
          onChange={(event) => setRun(event.currentTarget.checked)}
        />
      )}
      {error && <ErrorView title="Couldn't check the groups" {...errorProps(error, refetch)} />}
      {!data && !error && <LineSkeletons label="Checking the groups" />}
      {data && (
        <FormShell
          form={form}
          failure="Couldn't recreate the groups"
          action={isPossible ? `Recreate ${count(data.groups, 'group')}` : undefined}
          request={() => (isPossible ? planned.preview() : undefined)}
          onSubmit={() => void recreate()}
          onCancel={onClose}
        >
          <Text>{consequenceOf(data)}</Text>
          <List mah={220} style={{ overflow: 'auto' }} tabIndex={0} aria-label="Groups">
            {data.paths.map((names) => (
              <List.Item key={names.join('\n')} translate="no" className="wrap">
                {names.map(isolate).join(' › ')}
              </List.Item>
            ))}
            {data.groups > data.paths.length && (
              <List.Item>and {formatNumber(data.groups - data.paths.length)} more</List.Item>
            )}
          </List>
          {!isPossible && <ErrorView title="This can't be recreated now" detail={data.problems} />}
        </FormShell>
      )}
    </Dialog>
  );
}

function consequenceOf({ groups, roles }: Recreation): string {
  const where = groups === 1 ? 'a new ID where it was' : 'new IDs where they were';
  const applying = roles === 0 ? '' : ` ${count(roles, 'role')} will apply to them again.`;
  return `Creates ${count(groups, 'group')} with ${where}.${applying}`;
}
