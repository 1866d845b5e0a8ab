import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Change, Recreation } from '../../../contract/activity/changes.ts';
import { activityEndpoints } from '../../../contract/endpoints/activity.ts';
import { count, formatNumber, isolate, msg } from '../../lib/text.ts';
import { closeNow, Dialog } from '../../ui/dialog/dialog.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { FormShell } from '../../ui/form-shell.tsx';
import { LineSkeletons } from '../../ui/line-skeletons.tsx';
import { entryId } from '../activity/logs.ts';
import { errorProps } from '../error-props.tsx';
import { changedBy } from '../refresh.ts';
import { call } from '../service/call.ts';
import { planWrite, useSend } from '../write.ts';

interface RecreateGroupsProps {
  /** The entry about their deletion. */
  change: Change;
  onClose(): void;
}

/** Recreates the groups that were deleted together, in a job. Shows before what will be there, and what prevents it. */
export function RecreateGroups({ change, onClose }: RecreateGroupsProps) {
  const { send, ...form } = useSend();
  const id = entryId(change.change_resource);
  const input = { params: { id } };
  const title = msg`Recreate ${change.name}`;
  const { data, error, refetch } = useQuery({
    queryKey: ['activity', 'recreation', id],
    queryFn: async ({ signal }) => (await call(activityEndpoints.getRecreation, { ...input, signal })).body,
    gcTime: 0,
  });
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
      {error && <ErrorView title="Couldn't check the groups" {...errorProps(error, refetch)} />}
      {!data && !error && <LineSkeletons label="Checking the groups" />}
      {data && (
        <FormShell
          form={form}
          failure="Couldn't recreate the groups"
          action={isPossible ? `Recreate ${count(data.groups, 'group')}` : 'Close'}
          request={() => (isPossible ? planned.preview() : undefined)}
          onSubmit={isPossible ? () => void recreate() : onClose}
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
  const creates =
    groups === 1
      ? 'Creates the group with a new ID where it was.'
      : `Creates all ${count(groups, 'group')} that were deleted together, with new IDs where they were.`;
  if (roles === 0) return creates;
  return `${creates} ${count(roles, 'role')} will apply to them again.`;
}
