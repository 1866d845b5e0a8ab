import { ActionIcon, Group } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { isStatus } from '../../api/errors.ts';
import { dropJob, putJob } from '../../data/jobs/job-store.ts';
import { removeStatus } from '../../data/jobs/remove-status.ts';
import { checkNow, isEnded, type TrackedJob } from '../../data/jobs/tracked-job.ts';
import { notify } from '../../data/notifications/notify.ts';
import { CloseIcon, RefreshIcon } from './icons.tsx';
import { focusBeside, passFocus, titleBeside } from './adjacent-row.ts';
import { isolate } from '../../lib/text.ts';

/**
 * Removes an ended job: its status from the service, where that still has it, and from this list. Where the service is
 * sure to refuse that again, from this list alone.
 * @param onProblem told why the service keeps the status
 * @returns whether the job is gone from the list
 */
export async function removeJob(job: TrackedJob, onProblem: (error: unknown) => void): Promise<boolean> {
  let gone = true;
  if (!job.cleared && job.phase !== 'removed') {
    await removeStatus(job.path).catch((error: unknown) => {
      gone = isStatus(error, 403) || isStatus(error, 405);
      onProblem(error);
    });
  }
  if (gone) dropJob(job.path);
  return gone;
}

/** What can be done with a job. */
export function JobActions({ job, onGone }: { job: TrackedJob; onGone?: () => void }) {
  const [removing, setRemoving] = useState(false);
  const ended = isEnded(job);
  const group = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    // The button that has gone had the focus. Where it goes, pressing Enter once more removes nothing.
    if (ended && group.current && hasFocus.current) passFocus(group.current, titleBeside(group.current));
  }, [ended]);
  const remove = async (button: Element) => {
    const next = focusBeside(button);
    setRemoving(true);
    const gone = await removeJob(job, (error) =>
      notify.error(`The status of ${isolate(job.title)} was not removed`, error),
    );
    if (gone) {
      passFocus(button, next);
      onGone?.();
    } else setRemoving(false);
  };
  const leave = (button: Element) => {
    focusBeside(button)?.focus();
    dropJob(job.path);
    onGone?.();
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
        <Action label={`Check ${isolate(job.title)} now`} onClick={() => putJob(checkNow(job, Date.now()))}>
          <RefreshIcon />
        </Action>
      )}
      {ended ? (
        <Action
          label={`Remove ${isolate(job.title)}`}
          loading={removing}
          onClick={(button) => void remove(button)}
        >
          <CloseIcon />
        </Action>
      ) : (
        <Action label={`Stop following ${isolate(job.title)}`} onClick={leave}>
          <CloseIcon />
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
      variant="subtle"
      color="gray"
      size={28}
      title={label}
      aria-label={label}
      loading={loading}
      onClick={(event) => onClick(event.currentTarget)}
    >
      {children}
    </ActionIcon>
  );
}
