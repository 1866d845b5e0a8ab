import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { writeDraft } from '../../lib/drafts.ts';
import { dropGroups } from '../groups/queries.ts';
import { authenticationQuery } from '../session/queries.ts';
import { getJobs, onJobEnded, openJobs, putJob } from './job-store.ts';
import { startPolling } from './poller.ts';
import { checkNow } from './tracked-job.ts';
import { queryClient } from '../../query-client.ts';

/** Jobs that end together refresh the page once. */
const batchMilliseconds = 150;

/** Follows the signed-in user's jobs while the page is open. When one ends, every tab refetches what it changed. */
export function useJobTracking(user: string): void {
  // Changes when the session is renewed.
  const { dataUpdatedAt } = useQuery(authenticationQuery);
  useEffect(() => {
    const close = openJobs(user);
    resume();
    const stop = startPolling(user);
    return () => {
      stop();
      close();
    };
  }, [user]);
  useEffect(() => {
    if (dataUpdatedAt > 0) resume();
  }, [dataUpdatedAt]);
  useEffect(() => refreshAfterJobs(user), [user]);
}

/** After a sign-in or a reload, checks jobs again that were given up on. */
function resume(): void {
  const now = Date.now();
  for (const job of getJobs()) {
    if (job.phase === 'signed-out' || job.phase === 'unreachable') putJob(checkNow(job, now));
  }
}

function refreshAfterJobs(user: string): () => void {
  const due = new Set<string>();
  let all = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onJobEnded((job) => {
    if (job.draft !== undefined && job.phase === 'done') writeDraft(user, job.draft, undefined);
    // Dropped immediately: refetching may take time, or fail.
    if (job.phase === 'done' && job.affects?.doing === 'deleting') dropGroups(job.affects.path);
    for (const key of job.changes) due.add(key);
    all ||= job.changes.length === 0;
    timer ??= setTimeout(() => {
      timer = undefined;
      if (all) void queryClient.invalidateQueries();
      else for (const key of due) void queryClient.invalidateQueries({ queryKey: [key] });
      due.clear();
      all = false;
    }, batchMilliseconds);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
