import { useDocumentVisibility } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOffline } from '../../lib/browser-state.ts';
import { writeDraft } from '../../lib/drafts.ts';
import { authenticationQuery } from '../session/queries.ts';
import { getJobs, openJobs, putJob, subscribe } from './job-store.ts';
import { startPolling } from './poller.ts';
import { refreshAfter } from './track-job.ts';
import { checkNow, isEnded, type TrackedJob } from './tracked-job.ts';

/**
 * Follows the signed-in user's jobs while the page is open, and checks them while it's visible and online. When one ends,
 * every tab refetches what it changed.
 * @param drop removes a deleted record from the lists immediately: refetching may take time, or fail
 */
export function useJobTracking(user: string, drop: (path: string) => void): void {
  // Changes when the session is renewed.
  const { dataUpdatedAt } = useQuery(authenticationQuery);
  const isVisible = useDocumentVisibility() === 'visible';
  const isOffline = useOffline();
  useEffect(() => {
    openJobs(user);
    return onJobEnded((job) => {
      if (job.draft !== undefined && job.phase === 'done') writeDraft(user, job.draft, undefined);
      if (job.affects?.doing === 'deleting' && job.phase === 'done') drop(job.affects.path);
      refreshAfter(job);
    });
  }, [user, drop]);
  useEffect(() => {
    if (dataUpdatedAt > 0) resume();
  }, [dataUpdatedAt]);
  useEffect(() => (isVisible && !isOffline ? startPolling(user) : undefined), [user, isVisible, isOffline]);
}

/** After a sign-in or a reload, checks jobs again that were given up on. */
function resume(): void {
  for (const job of getJobs()) {
    if (job.phase === 'signed-out' || job.phase === 'unreachable') putJob(checkNow(job));
  }
}

function onJobEnded(listener: (job: TrackedJob) => void): () => void {
  const openPaths = () => new Set(getJobs().flatMap((job) => (isEnded(job) ? [] : [job.path])));
  let open = openPaths();
  return subscribe(() => {
    const ended = getJobs().filter((job) => isEnded(job) && open.has(job.path));
    open = openPaths();
    for (const job of ended) listener(job);
  });
}
