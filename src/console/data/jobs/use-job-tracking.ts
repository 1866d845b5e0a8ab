import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authenticationQuery } from '../session/queries.ts';
import { getJobs, onJobEnded, openJobs, putJob, subscribe } from './job-store.ts';
import { checkNow } from './tracked-job.ts';

/** Ends that come together refresh the page once. */
const gatherMilliseconds = 150;

/**
 * Follows the jobs of the signed-in user for as long as the page is there. What a job has changed is read again when it
 * has ended, in every tab; whoever is on that page stays where they are.
 */
export function useJobTracking(user: string): void {
  const queryClient = useQueryClient();
  // Renewing a session reads this again.
  const { dataUpdatedAt } = useQuery(authenticationQuery());
  useEffect(() => {
    const close = openJobs(user);
    goOn();
    let stop: (() => void) | undefined;
    let closed = false;
    // The part that asks is fetched once there is something to ask for.
    const begin = () => {
      if (stop || !getJobs().some((job) => job.phase !== 'done' && job.phase !== 'failed')) return;
      stop = () => undefined;
      import('./poller.ts').then(
        ({ startPolling }) => {
          if (!closed) stop = startPolling(user);
        },
        () => {
          stop = undefined;
        },
      );
    };
    const unsubscribe = subscribe(begin);
    begin();
    return () => {
      closed = true;
      unsubscribe();
      stop?.();
      close();
    };
  }, [user]);
  useEffect(() => {
    if (dataUpdatedAt > 0) goOn();
  }, [dataUpdatedAt]);
  useEffect(() => refreshAfterJobs(queryClient), [queryClient]);
}

/** A sign-in, and a page that is opened anew, are reasons to ask again. */
function goOn(): void {
  const now = Date.now();
  for (const job of getJobs()) {
    if (job.phase === 'signed-out' || job.phase === 'unreachable') putJob(checkNow(job, now));
  }
}

function refreshAfterJobs(queryClient: QueryClient): () => void {
  const due = new Set<string>();
  let all = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onJobEnded((job) => {
    for (const key of job.changes) due.add(key);
    all ||= job.changes.length === 0;
    timer ??= setTimeout(() => {
      timer = undefined;
      if (all) void queryClient.invalidateQueries();
      else for (const key of due) void queryClient.invalidateQueries({ queryKey: [key] });
      due.clear();
      all = false;
    }, gatherMilliseconds);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
