import { ActionIcon, Group } from '@mantine/core';
import { useState, type ComponentPropsWithoutRef } from 'react';
import { isStatus, lacksMethod } from '../../../client/errors.ts';
import { dropJob, putJob } from '../../data/jobs/job-store.ts';
import { removeStatus, stopFollowing } from '../../data/jobs/track-job.ts';
import { checkNow, isEnded, type TrackedJob } from '../../data/jobs/tracked-job.ts';
import { notify } from '../../data/notifications/notify.ts';
import { CloseIcon, EyeOffIcon } from '../../ui/icons.tsx';
import { RefreshIcon } from './job-state.tsx';
import { msg } from '../../lib/text.ts';

/**
 * Removes an ended job from the list and deletes its status from the service. If the service will never allow that, the
 * job is only removed from the list.
 * @param onProblem called when the status couldn't be deleted
 * @returns whether the job was removed from the list
 */
export async function removeJob(job: TrackedJob, onProblem: (error: unknown) => void): Promise<boolean> {
  let removed = true;
  if (!job.cleared && job.phase !== 'removed') {
    await removeStatus(job.path).catch((error: unknown) => {
      removed = isStatus(error, 403) || lacksMethod(error);
      onProblem(error);
    });
  }
  if (removed) dropJob(job.path);
  return removed;
}

/** A job's buttons: check, stop following, remove. */
export function JobActions({ job, onRemoved }: { job: TrackedJob; onRemoved?: () => void }) {
  const [removing, setRemoving] = useState(false);
  const ended = isEnded(job);
  const remove = async () => {
    setRemoving(true);
    const removed = await removeJob(job, (error) =>
      notify.error(msg`Couldn't remove the status of ${job.title}`, error),
    );
    if (removed) onRemoved?.();
    else setRemoving(false);
  };
  const unfollow = () => {
    stopFollowing(job.path);
    onRemoved?.();
  };
  return (
    // New once the job has ended, so that another Enter doesn't remove it.
    <Group key={String(ended)} gap={4} wrap="nowrap">
      {!ended && (
        <Action label={msg`Check ${job.title} now`} onClick={() => putJob(checkNow(job))}>
          <RefreshIcon />
        </Action>
      )}
      {ended ? (
        <Action label={msg`Remove ${job.title}`} loading={removing} onClick={() => void remove()}>
          <CloseIcon />
        </Action>
      ) : (
        <Action label={msg`Stop following ${job.title}, which continues`} onClick={unfollow}>
          <EyeOffIcon />
        </Action>
      )}
    </Group>
  );
}

interface ActionProps {
  label: string;
  loading?: boolean;
  onClick(): void;
  children: React.ReactNode;
}

function Action({ label, loading = false, onClick, children }: ActionProps) {
  return (
    <ActionIcon
      size={28}
      title={label}
      aria-label={label}
      loading={loading}
      aria-disabled={loading}
      // Not `disabled`, which would lose the focus.
      renderRoot={(root: ComponentPropsWithoutRef<'button'>) => <button {...root} disabled={false} />}
      onClick={() => loading || onClick()}
    >
      {children}
    </ActionIcon>
  );
}
