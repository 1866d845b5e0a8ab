import { ActionIcon, Group } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type ComponentPropsWithoutRef } from 'react';
import { isStatus, lacksMethod } from '../../../client/errors.ts';
import { dropJob, putJob } from '../../data/jobs/job-store.ts';
import { removeStatus, stopFollowing } from '../../data/jobs/track-job.ts';
import { checkNow, isEnded, type TrackedJob } from '../../data/jobs/tracked-job.ts';
import { notify } from '../../data/notifications/notify.ts';
import { CloseIcon, EyeOffIcon } from '../../ui/icons.tsx';
import { RefreshIcon } from './job-state.tsx';
import { focusAdjacent, moveFocus, rowTitle } from './adjacent-row.ts';
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
  const group = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    // The focused button has disappeared. The title takes the focus, where another Enter removes nothing.
    if (ended && group.current && hasFocus.current) moveFocus(group.current, rowTitle(group.current));
  }, [ended]);
  const remove = async (button: Element) => {
    const next = focusAdjacent(button);
    setRemoving(true);
    const removed = await removeJob(job, (error) =>
      notify.error(msg`Couldn't remove the status of ${job.title}`, error),
    );
    if (removed) {
      moveFocus(button, next);
      onRemoved?.();
    } else setRemoving(false);
  };
  const unfollow = (button: Element) => {
    focusAdjacent(button)?.focus();
    stopFollowing(job.path);
    onRemoved?.();
  };
  return (
    <Group
      ref={group}
      gap={4}
      wrap="nowrap"
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    >
      {!ended && (
        <Action label={msg`Check ${job.title} now`} onClick={() => putJob(checkNow(job, Date.now()))}>
          <RefreshIcon />
        </Action>
      )}
      {ended ? (
        <Action label={msg`Remove ${job.title}`} loading={removing} onClick={(button) => void remove(button)}>
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
  onClick(button: Element): void;
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
      onClick={(event) => loading || onClick(event.currentTarget)}
    >
      {children}
    </ActionIcon>
  );
}
